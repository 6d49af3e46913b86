CREATE TABLE profiling_stacks (
    ServiceName LowCardinality(String), Hash UInt64, LastSeen DateTime64(9), Stack Array(String)
) ENGINE = ReplacingMergeTree PRIMARY KEY (ServiceName, Hash) ORDER BY (ServiceName, Hash);
CREATE TABLE profiling_samples (
    ServiceName LowCardinality(String), Type LowCardinality(String), Start DateTime64(9), End DateTime64(9),
    Labels Map(LowCardinality(String), String), StackHash UInt64, Value Int64
) ENGINE = MergeTree ORDER BY (ServiceName, Type, toUnixTimestamp(Start), toUnixTimestamp(End));
INSERT INTO profiling_stacks VALUES
    ('/k8s/default/api', 1, now64(9), ['net/http.(*conn).serve /usr/lib/go/src/net/http/server.go:1995', 'main.main /src/main.go:12']),
    ('/k8s/default/api', 2, now64(9), ['op;erator /src/op.c:3', 'main.main /src/main.go:14']);
INSERT INTO profiling_samples VALUES
    ('/k8s/default/api', 'go:profile_cpu:nanoseconds', '2026-11-22 10:00:00', '2026-11-22 10:01:00', map('pod', 'api-1'), 1, 30),
    ('/k8s/default/api', 'go:profile_cpu:nanoseconds', '2026-11-22 10:00:00', '2026-11-22 10:01:00', map('pod', 'api-1'), 2, 12),
    ('/k8s/default/web', 'go:profile_cpu:nanoseconds', '2026-11-22 10:00:00', '2026-11-22 10:01:00', map('pod', 'web-1'), 2, 5);
