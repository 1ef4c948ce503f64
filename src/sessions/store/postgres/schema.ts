/** The version of the tables below. A newer store is refused. */
export const schemaVersion = 1

/** The nodes of a store, for `NodeLease`. */
export const nodesTableSql = `
CREATE TABLE IF NOT EXISTS nodes (
  id text PRIMARY KEY, name text NOT NULL, version text NOT NULL, is_draining boolean NOT NULL DEFAULT false,
  applied bigint NOT NULL DEFAULT 0, started_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  alive_until timestamptz NOT NULL
);
`

/**
 * Creates the tables in a schema of their own. Columns hold what statements compare; bodies are JSON in text. All
 * commits take the lock of `head`, so positions, cursors and sequences are in the order of the commits, without gaps.
 */
export function createTablesSql(schema: string): string {
  return `
CREATE SCHEMA IF NOT EXISTS ${schema};
SET LOCAL search_path TO ${schema};
CREATE TABLE IF NOT EXISTS meta (single boolean PRIMARY KEY CHECK (single), version integer NOT NULL);
CREATE TABLE IF NOT EXISTS head (
  single boolean PRIMARY KEY CHECK (single), position bigint NOT NULL, cursor bigint NOT NULL
);
CREATE TABLE IF NOT EXISTS log (
  position bigint PRIMARY KEY, batch text NOT NULL UNIQUE, node text NOT NULL, outcomes text NOT NULL,
  body text NOT NULL, at timestamptz NOT NULL DEFAULT clock_timestamp()
);
${nodesTableSql}CREATE TABLE IF NOT EXISTS leases (
  session text PRIMARY KEY, node text, epoch bigint NOT NULL, since timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS leases_of_node ON leases (node);
CREATE TABLE IF NOT EXISTS participants (
  number bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, handle text UNIQUE, body text NOT NULL
);
CREATE TABLE IF NOT EXISTS channels (
  number bigint GENERATED ALWAYS AS IDENTITY, name text PRIMARY KEY, body text NOT NULL
);
CREATE TABLE IF NOT EXISTS messages (
  number bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, body text NOT NULL
);
CREATE TABLE IF NOT EXISTS keys (name text PRIMARY KEY, message text NOT NULL REFERENCES messages, body text NOT NULL);
CREATE INDEX IF NOT EXISTS keys_of_message ON keys (message);
CREATE TABLE IF NOT EXISTS mailboxes (recipient text PRIMARY KEY, last bigint NOT NULL);
CREATE TABLE IF NOT EXISTS deliveries (
  number bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, message text NOT NULL REFERENCES messages,
  recipient text NOT NULL, sequence bigint NOT NULL, body text NOT NULL, read_at double precision,
  UNIQUE (recipient, sequence)
);
CREATE INDEX IF NOT EXISTS deliveries_of_message ON deliveries (message);
CREATE TABLE IF NOT EXISTS receipts (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, delivery text NOT NULL REFERENCES deliveries, body text NOT NULL
);
CREATE INDEX IF NOT EXISTS receipts_of_delivery ON receipts (delivery);
CREATE TABLE IF NOT EXISTS events (
  cursor bigint PRIMARY KEY, at double precision NOT NULL, session text NOT NULL, body text NOT NULL
);
CREATE TABLE IF NOT EXISTS invocations (
  number bigint GENERATED ALWAYS AS IDENTITY, id text PRIMARY KEY, body text NOT NULL
);
CREATE TABLE IF NOT EXISTS calls (
  id text PRIMARY KEY, node text NOT NULL, method text NOT NULL, params text NOT NULL, result text,
  is_taken boolean NOT NULL DEFAULT false, expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS calls_of_node ON calls (node) WHERE NOT is_taken;
CREATE TABLE IF NOT EXISTS tokens (
  digest bytea PRIMARY KEY, rights text NOT NULL, session text, created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX IF NOT EXISTS tokens_of_session ON tokens (session);
CREATE TABLE IF NOT EXISTS actions (
  node text NOT NULL, name text NOT NULL, since timestamptz NOT NULL DEFAULT clock_timestamp(), PRIMARY KEY (name, node)
);
INSERT INTO meta VALUES (true, ${schemaVersion}) ON CONFLICT DO NOTHING;
INSERT INTO head VALUES (true, 0, 0) ON CONFLICT DO NOTHING;
`
}

/** Sessions whose node has no valid lease. */
export function orphansSql(schema: string): string {
  return `SELECT session FROM ${schema}.leases WHERE node IS NOT NULL AND NOT EXISTS (
    SELECT FROM ${schema}.nodes WHERE nodes.id = leases.node AND alive_until > clock_timestamp()
  ) ORDER BY random() LIMIT $1`
}

/** Log entries that a node may be behind before it loads everything again. */
const keptEntries = 20_000

/** Removes what no node needs: old log entries, the nodes that are long gone, and the events beyond the retention. */
export function pruneSql(
  schema: string,
): readonly [sql: string, values: (oldestEvent: number) => number[]][] {
  return [
    [
      `DELETE FROM ${schema}.log WHERE position <= (SELECT position FROM ${schema}.head) - $1
         AND at < clock_timestamp() - interval '10 minutes'`,
      () => [keptEntries],
    ],
    [
      `DELETE FROM ${schema}.nodes WHERE alive_until < clock_timestamp() - $1 * interval '1 minute'
         AND NOT EXISTS (SELECT FROM ${schema}.leases WHERE leases.node = nodes.id)`,
      () => [60],
    ],
    [
      `DELETE FROM ${schema}.actions WHERE since < clock_timestamp() - $1 * interval '1 minute'
         AND NOT EXISTS (SELECT FROM ${schema}.nodes WHERE nodes.id = actions.node)`,
      () => [60],
    ],
    [`DELETE FROM ${schema}.events WHERE cursor < $1`, (oldestEvent) => [oldestEvent]],
  ]
}

/** All stored state in one statement, so that it is of one moment. */
export function loadSql(schema: string): string {
  const part = (kind: string, columns: string, from: string): string =>
    `SELECT '${kind}' AS kind, ${columns} FROM ${schema}.${from}`
  const none = 'NULL::double precision, 0'
  return [
    part(
      'head',
      'position AS number, NULL AS id, NULL AS other, NULL AS body, NULL::double precision AS at, 0 AS sequence',
      'head',
    ),
    part('participant', `number, id, NULL, body, ${none}`, 'participants'),
    part('channel', `number, name, NULL, body, ${none}`, 'channels'),
    part('message', `number, id, NULL, body, ${none}`, 'messages'),
    part('key', `0, name, message, body, ${none}`, 'keys'),
    part('delivery', 'number, id, message, body, read_at, sequence', 'deliveries'),
    part('mailbox', `last, recipient, NULL, NULL, ${none}`, 'mailboxes'),
    part('receipt', `number, delivery, NULL, body, ${none}`, 'receipts'),
    part('event', 'cursor, NULL, session, body, at, 0', 'events'),
    part('invocation', `number, id, NULL, body, ${none}`, 'invocations'),
    part('lease', `epoch, session, node, NULL, ${none}`, 'leases'),
  ]
    .join(' UNION ALL ')
    .concat(' ORDER BY number')
}
