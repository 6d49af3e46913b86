"""
trend_agrees.py PROGRAM FOLDER - a trend has the same numbers in every format, and the differential of the two points
beside a step has the values of these points. FOLDER has profiles called commitN-runM.pb.gz.
"""
import csv
import glob
import html
import io
import json
import os
import re
import subprocess
import sys

program, folder = sys.argv[1:]
bad = 0


def offend(text):
    global bad
    bad = 1
    print("FAILED:", text)


def run(*arguments):
    done = subprocess.run([program, *arguments], capture_output=True, check=True)
    return done.stdout.decode("utf-8")


def trend(format_name):
    return run("trend", "-q", folder, "--time-from-name", "{version}", "--static", "--format", format_name)


def has(text, number, unit):
    """Whether the amount stands in the text, at the digits that it has there."""
    for digits, _ in re.findall(r"([-+]?\d+(?:\.\d+)?)(\s*" + re.escape(unit) + ")", text):
        places = len(digits.split(".")[1]) if "." in digits else 0
        if abs(float(digits) - number) <= 0.5000001 * 10**-places:
            return True
    return False


report = json.loads(trend("json"))
rows, values = report["rows"], report["sections"]["values"]["rows"]
if not rows:
    sys.exit("FAILED: the recordings have no change")

# csv: every cell of every row.
table = list(csv.reader(io.StringIO(trend("csv"))))
for row, cells in zip(rows, table[1:]):
    for column, cell in zip(report["columns"], cells):
        value = row[column["key"]]
        same = cell == ("" if value is None else value) if column["kind"] == "text" else (
            cell == "" if value is None else abs(float(cell) - value) < 1e-9)
        if not same:
            offend(f"csv: {column['key']} of {row['function']} is {cell}, not {value}")
if len(table) - 1 < len(rows):
    offend(f"csv: {len(table) - 1} rows of {len(rows)}")

# text and markdown: a line with what is named, and its amounts.
for format_name in "text", "markdown":
    text = trend(format_name)
    if report["title"] not in text:
        offend(f"{format_name}: another first line")
    for row in rows:
        lines = [line for line in text.splitlines() if row["what"] in line and row["function"] in line and row["of"] in line]
        if not any(has(line, row["from"], "%") and has(line, row["to"], "%") and has(line, row["change"], "pp")
                   and has(line, row["times"], "x") for line in lines):
            offend(f"{format_name}: no line with the amounts of {row['function']}")

# Pictures: the title of each point.
points = [point["label"] for point in report["sections"]["points"]["rows"]]
for format_name in "svg", "html":
    titles = [html.unescape(title).replace("\u202f", " ") for title in
              re.findall(r"<title>([^<]*)", trend(format_name))]
    for value in values:
        begin = f"{value['function']} · {points[value['point']]} · "
        here = [title for title in titles if title.startswith(begin)]
        if not any(has(title[len(begin):].split(" · ")[0].split(" ± ")[0], value["value"], "%") for title in here):
            offend(f"{format_name}: {begin}{value['value']} is not among {here[:3]}")
        if not any("±" in title and has(title.split(" ± ")[1].split(" · ")[0], value["error"], "%") for title in here):
            offend(f"{format_name}: {begin}± {value['error']} is not among {here[:3]}")

# The table of a page: the exact amounts of each row.
body = re.search(r"<tbody>\n(.*?)</tbody>", trend("html"), re.S).group(1)
listed = [([float(v) for v in re.findall(r'<data value="([^"]*)"', row)], html.unescape(re.sub(r"<[^>]*>", " ", row)))
          for row in body.split("</tr>\n")[:-1]]
if len(listed) != len(rows):
    offend(f"html: a table of {len(listed)} rows, not {len(rows)}")
for row, (amounts, text) in zip(rows, listed):
    wanted = [row[key] for key in ("from", "to", "change", "times", "q") if row[key] is not None]
    if len(amounts) != len(wanted) or any(abs(a - b) > 1e-9 for a, b in zip(amounts, wanted)):
        offend(f"html: {amounts} in the table, not {wanted}")
    if any(row[key] not in text for key in ("function", "what", "of", "since")):
        offend(f"html: the table lacks a word of {row['function']}")

# The differential of both points. It adds runs up, a trend takes the mean of their shares: runs of about one size
# differ by little.
for row in rows:
    if row["what"] != "step":
        continue
    both = row["point"] - 1, row["point"]
    runs = [sorted(glob.glob(os.path.join(folder, f"commit{points[p]}-run*"))) for p in both]
    listed = json.loads(run("diff", "-q", "--base", *runs[0], "--new", *runs[1], "--format", "json", "--max-rows", "0"))
    # When the step was news, it was the latest.
    until = [name for point in points[:row["point"] + 1]
             for name in glob.glob(os.path.join(folder, f"commit{point}-run*"))]
    latest = json.loads(run("diff", "-q", "--base", *until, "--new", "latest", "--time-from-name", "{version}",
                            "--format", "json", "--max-rows", "0"))
    if latest["rows"] != listed["rows"]:
        offend(f"{row['function']}: --new latest compares other runs than those of {points[both[0]]} and {points[both[1]]}")
    function = next(f for f in listed["rows"] if f["function"] == row["function"])
    for side, point in zip(("base", "new"), both):
        part, whole = function[f"{side}_share"]
        if row["of"] == "own":
            part = function[f"self_{side}"]
        wanted = next(v["value"] for v in values
                      if (v["function"], v["of"], v["point"]) == (row["function"], row["of"], point))
        if abs(100 * part / whole - wanted) > 0.1:
            offend(f"{row['function']} at {points[point]}: trend {wanted} %, diff {100 * part / whole} %")
sys.exit(bad)
