/** The cases of `apply_transaction` that change the owner of a session. */
const leaseCases = `      WHEN 'claim' THEN
        INSERT INTO leases (session, node, epoch)
          VALUES (change->>'session', given_node, (change->>'epoch')::bigint)
          ON CONFLICT (session) DO UPDATE SET node = given_node, epoch = excluded.epoch, since = clock_timestamp()
          WHERE leases.epoch = excluded.epoch - 1 AND (leases.node IS NULL OR leases.node = given_node OR
            NOT EXISTS (SELECT FROM nodes WHERE id = leases.node AND alive_until > clock_timestamp()));
        IF NOT FOUND THEN RAISE EXCEPTION SQLSTATE 'CAP01' USING MESSAGE = change->>'session'; END IF;
      WHEN 'unclaim' THEN
        UPDATE leases SET node = NULL, epoch = (change->>'epoch')::bigint
          WHERE session = change->>'session' AND node = given_node AND epoch = (change->>'epoch')::bigint - 1;
        IF NOT FOUND THEN RAISE EXCEPTION SQLSTATE 'CAP01' USING MESSAGE = change->>'session'; END IF;
`

/** Applies the changes of one transaction, and raises `CAP01` if its node is not the owner. Returns the last cursor. */
export function applyFunctionSql(schema: string): string {
  return `
CREATE OR REPLACE FUNCTION ${schema}.apply_transaction(given_node text, given jsonb, given_cursor bigint)
RETURNS bigint LANGUAGE plpgsql SET search_path TO ${schema} AS $$
DECLARE
  change jsonb;
  part jsonb;
  next_cursor bigint := given_cursor;
  place bigint;
BEGIN
  FOR change IN SELECT value FROM jsonb_array_elements(given->'changes') LOOP
    CASE change->>'kind'
      WHEN 'event' THEN
        next_cursor := next_cursor + 1;
        INSERT INTO events VALUES
          (next_cursor, (change->>'at')::double precision, change->>'session', change->>'body');
      WHEN 'message' THEN
        INSERT INTO messages (id, body) VALUES (change->>'id', change->>'body');
        IF change ? 'key' THEN
          INSERT INTO keys VALUES (change->'key'->>'name', change->>'id', change->'key'->>'body');
        END IF;
        FOR part IN SELECT value FROM jsonb_array_elements(change->'deliveries') LOOP
          INSERT INTO mailboxes VALUES (part->>'recipient', 1)
            ON CONFLICT (recipient) DO UPDATE SET last = mailboxes.last + 1 RETURNING last INTO place;
          INSERT INTO deliveries (id, message, recipient, sequence, body)
            VALUES (part->>'id', change->>'id', part->>'recipient', place, part->>'body');
        END LOOP;
      WHEN 'delivery' THEN
        UPDATE deliveries SET body = change->>'body'
          WHERE id = change->>'id' AND recipient = change->>'recipient' AND (
            (change->>'epoch' = '0' AND NOT EXISTS (SELECT FROM leases WHERE session = deliveries.recipient)) OR
            EXISTS (SELECT FROM leases WHERE session = deliveries.recipient AND node = given_node
              AND epoch = (change->>'epoch')::bigint)
          );
        IF NOT FOUND THEN
          -- The message of the delivery was refused just before, or pruned.
          IF NOT EXISTS (SELECT FROM deliveries WHERE id = change->>'id') THEN
            RAISE EXCEPTION SQLSTATE 'CAP02' USING MESSAGE = 'the delivery does not exist';
          END IF;
          RAISE EXCEPTION SQLSTATE 'CAP01' USING MESSAGE = change->>'recipient';
        END IF;
      WHEN 'receipt' THEN
        INSERT INTO receipts (delivery, body) VALUES (change->>'id', change->>'body');
      WHEN 'read' THEN
        UPDATE deliveries SET read_at = (change->>'at')::double precision WHERE id = change->>'id';
      WHEN 'participant' THEN
        INSERT INTO participants (id, handle, body) VALUES (change->>'id', change->>'handle', change->>'body')
          ON CONFLICT (id) DO UPDATE SET handle = excluded.handle, body = excluded.body;
      WHEN 'participant-removed' THEN
        DELETE FROM participants WHERE id = change->>'id';
        DELETE FROM leases WHERE session = change->>'id';
      WHEN 'pruned' THEN
        PERFORM remove_old(change);
      WHEN 'channel' THEN
        IF change->>'before' IS NULL THEN
          INSERT INTO channels (name, body) VALUES (change->>'name', change->>'body');
        ELSE
          UPDATE channels SET body = change->>'body' WHERE name = change->>'name' AND body = change->>'before';
          IF NOT FOUND THEN RAISE EXCEPTION SQLSTATE 'CAP02' USING MESSAGE = 'the channel changed'; END IF;
        END IF;
      WHEN 'invocation' THEN
        INSERT INTO invocations (id, body) VALUES (change->>'id', change->>'body')
          ON CONFLICT (id) DO UPDATE SET body = excluded.body;
${leaseCases}    END CASE;
  END LOOP;
  PERFORM require_fence(given_node, value->>'session', (value->>'epoch')::bigint)
    FROM jsonb_array_elements(given->'fences');
  RETURN next_cursor;
END $$;
`
}

/** Raises `CAP01` unless the node is the owner of the session at this moment, by the clock of the database. */
export function fenceFunctionSql(schema: string): string {
  return `
CREATE OR REPLACE FUNCTION ${schema}.require_fence(given_node text, given_session text, given_epoch bigint)
RETURNS void LANGUAGE plpgsql SET search_path TO ${schema} AS $$
BEGIN
  IF given_epoch = 0 THEN
    IF NOT EXISTS (SELECT FROM leases WHERE session = given_session) THEN RETURN; END IF;
  ELSIF EXISTS (
    SELECT FROM leases JOIN nodes ON nodes.id = leases.node WHERE leases.session = given_session
      AND leases.node = given_node AND leases.epoch = given_epoch AND nodes.alive_until > clock_timestamp()
  ) THEN RETURN;
  END IF;
  RAISE EXCEPTION SQLSTATE 'CAP01' USING MESSAGE = given_session;
END $$;
`
}

/** Deletes old records, unless a message is delivered again meanwhile. */
export function removeFunctionSql(schema: string): string {
  return `
CREATE OR REPLACE FUNCTION ${schema}.remove_old(change jsonb)
RETURNS void LANGUAGE plpgsql SET search_path TO ${schema} AS $$
DECLARE
  old text[] := ARRAY(SELECT jsonb_array_elements_text(change->'messages'));
BEGIN
  IF EXISTS (SELECT FROM deliveries WHERE message = ANY (old)
      AND body::json->>'state' NOT IN ('delivered', 'dead')) THEN
    RAISE EXCEPTION SQLSTATE 'CAP02' USING MESSAGE = 'a message is delivered again';
  END IF;
  DELETE FROM receipts WHERE delivery IN (SELECT id FROM deliveries WHERE message = ANY (old));
  DELETE FROM deliveries WHERE message = ANY (old);
  DELETE FROM keys WHERE message = ANY (old);
  DELETE FROM messages WHERE id = ANY (old);
  DELETE FROM invocations WHERE id = ANY (ARRAY(SELECT jsonb_array_elements_text(change->'invocations')));
END $$;
`
}
