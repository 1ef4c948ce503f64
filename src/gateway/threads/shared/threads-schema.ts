import { nodesTableSql } from '../../../sessions/store/postgres/schema.ts'
import { loginTablesSql } from './postgres-logins.ts'

/** The version of the tables below. A newer store is refused. */
export const threadsVersion = 1

/** Creates the tables of the threads that gateways share. Bodies are JSON in text, which may hold every character. */
export function createThreadTablesSql(schema: string): string {
  return `
CREATE SCHEMA IF NOT EXISTS ${schema};
SET LOCAL search_path TO ${schema};
CREATE TABLE IF NOT EXISTS meta (single boolean PRIMARY KEY CHECK (single), version integer NOT NULL);
${nodesTableSql}
CREATE TABLE IF NOT EXISTS tokens (
  digest bytea PRIMARY KEY, announced_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
${loginTablesSql}
CREATE TABLE IF NOT EXISTS owners (
  thread text PRIMARY KEY, node text NOT NULL, epoch bigint NOT NULL, status text NOT NULL DEFAULT 'idle'
);
CREATE TABLE IF NOT EXISTS threads (
  id text PRIMARY KEY, agent text NOT NULL, title text NOT NULL, updated_at double precision NOT NULL,
  is_archived boolean NOT NULL, body text NOT NULL
);
CREATE INDEX IF NOT EXISTS threads_by_update ON threads (is_archived, updated_at DESC, id);
CREATE TABLE IF NOT EXISTS thread_messages (
  thread text NOT NULL REFERENCES threads ON DELETE CASCADE, id text NOT NULL, position bigint NOT NULL,
  text text NOT NULL, body text NOT NULL, PRIMARY KEY (thread, id)
);
INSERT INTO meta VALUES (true, ${threadsVersion}) ON CONFLICT DO NOTHING;
${saveFunctionSql(schema)}
`
}

/**
 * Stores changes of a thread. Returns false and stores nothing unless the node is the owner with this epoch, by the clock
 * of the database; the lock lets no other gateway become the owner before the commit.
 */
function saveFunctionSql(schema: string): string {
  return `
CREATE OR REPLACE FUNCTION save_thread(
  given_node text, given_thread text, given_epoch bigint, given_status text, given_record text[],
  gone text[], ids text[], positions bigint[], texts text[], bodies text[]
) RETURNS boolean LANGUAGE plpgsql SET search_path TO ${schema} AS $$
BEGIN
  PERFORM FROM owners JOIN nodes ON nodes.id = owners.node
    WHERE owners.thread = given_thread AND owners.node = given_node AND owners.epoch = given_epoch
      AND nodes.alive_until > clock_timestamp()
    FOR UPDATE OF owners;
  IF NOT FOUND THEN RETURN false; END IF;
  IF given_status IS NOT NULL THEN
    UPDATE owners SET status = given_status WHERE thread = given_thread;
  END IF;
  IF given_record IS NULL THEN
    DELETE FROM threads WHERE id = given_thread;
    RETURN true;
  END IF;
  IF cardinality(given_record) > 0 THEN
    INSERT INTO threads VALUES (given_thread, given_record[1], given_record[2], given_record[3]::double precision,
      given_record[4]::boolean, given_record[5])
    ON CONFLICT (id) DO UPDATE SET agent = excluded.agent, title = excluded.title,
      updated_at = excluded.updated_at, is_archived = excluded.is_archived, body = excluded.body;
  END IF;
  DELETE FROM thread_messages WHERE thread = given_thread AND id = ANY (gone);
  INSERT INTO thread_messages
    SELECT given_thread, * FROM unnest(ids, positions, texts, bodies)
    WHERE EXISTS (SELECT FROM threads WHERE id = given_thread)
    ON CONFLICT (thread, id) DO UPDATE SET position = excluded.position, text = excluded.text, body = excluded.body;
  RETURN true;
END $$;
`
}

/** The statements of a store of threads. */
export interface ThreadsSql {
  /** Makes a node the owner of a thread, unless another live node is. Returns the epoch. */
  readonly claim: string
  /** The live owner of a thread. */
  readonly owner: string
  /** A thread with its messages in one statement, so that both are of one moment. */
  readonly read: string
  readonly list: string
  /** Tokens of gateways that stopped longer ago are refused. */
  readonly tokens: string
  readonly announce: string
  readonly isAlive: string
  readonly save: string
  /** Removes what no gateway needs: the gateways that are long gone, the owners of deleted threads, and old tokens. */
  readonly cleanUp: readonly string[]
}

export function threadsSql(schema: string): ThreadsSql {
  const isAlive = 'alive_until > clock_timestamp()'
  return {
    claim: `INSERT INTO ${schema}.owners AS known (thread, node, epoch) VALUES ($1, $2, 1)
      ON CONFLICT (thread) DO UPDATE SET node = excluded.node,
        epoch = CASE WHEN known.node = excluded.node THEN known.epoch ELSE known.epoch + 1 END,
        status = CASE WHEN known.node = excluded.node THEN known.status ELSE 'idle' END
      WHERE known.node = excluded.node OR NOT EXISTS (
        SELECT FROM ${schema}.nodes WHERE nodes.id = known.node AND ${isAlive}
      ) RETURNING epoch`,
    owner: `SELECT nodes.id AS node, nodes.name AS url
      FROM ${schema}.owners JOIN ${schema}.nodes ON nodes.id = owners.node WHERE owners.thread = $1 AND ${isAlive}`,
    read: `SELECT -1::bigint AS position, body FROM ${schema}.threads WHERE id = $1
      UNION ALL SELECT position, body FROM ${schema}.thread_messages WHERE thread = $1 ORDER BY position`,
    list: `SELECT threads.body, CASE WHEN nodes.id IS NULL THEN 'idle' ELSE owners.status END AS status
      FROM ${schema}.threads LEFT JOIN ${schema}.owners ON owners.thread = threads.id
      LEFT JOIN ${schema}.nodes ON nodes.id = owners.node AND ${isAlive}
      WHERE is_archived = $1
        AND ($2::text IS NULL OR agent = $2)
        AND ($3::double precision IS NULL OR updated_at < $3 OR (updated_at = $3 AND threads.id > $4::text))
        AND ($5::text IS NULL OR title ILIKE $5 OR EXISTS (
          SELECT FROM ${schema}.thread_messages WHERE thread = threads.id AND text ILIKE $5))
      ORDER BY updated_at DESC, threads.id LIMIT $6`,
    tokens: `SELECT digest FROM ${schema}.tokens WHERE announced_at > clock_timestamp() - interval '30 days'`,
    announce: `INSERT INTO ${schema}.tokens (digest) VALUES ($1)
      ON CONFLICT (digest) DO UPDATE SET announced_at = clock_timestamp()`,
    isAlive: `SELECT FROM ${schema}.nodes WHERE id = $1 AND ${isAlive}`,
    save: `SELECT ${schema}.save_thread($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) AS is_saved`,
    cleanUp: [
      `DELETE FROM ${schema}.owners WHERE NOT EXISTS (SELECT FROM ${schema}.threads WHERE id = thread)
        AND NOT EXISTS (SELECT FROM ${schema}.nodes WHERE nodes.id = owners.node AND ${isAlive})`,
      `DELETE FROM ${schema}.nodes WHERE alive_until < clock_timestamp() - interval '1 hour'`,
      `DELETE FROM ${schema}.tokens WHERE announced_at < clock_timestamp() - interval '30 days'`,
    ],
  }
}
