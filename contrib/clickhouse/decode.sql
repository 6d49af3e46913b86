INSERT INTO flamerender_rows
SELECT * FROM executable('flamerender-rows', 'TSV',
    'time Int64, service String, version String, region String, host String, type String, unit String,
     label_keys Array(String), label_values Array(String), stack_id UUID, value Int64, stack String',
    (SELECT blob, concat('service=', service), concat('host=', host), 'time={time}' FROM blobs));
