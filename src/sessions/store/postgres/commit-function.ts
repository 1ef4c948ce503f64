import { applyFunctionSql, fenceFunctionSql, removeFunctionSql } from './apply-function.ts'

/**
 * The only way to write the shared state. Applies the transactions of a batch, each alone: one that another node has
 * overtaken is refused with a code. A repeated batch changes nothing. Returns the log after `given_applied`, with the
 * batch in it.
 */
export function commitFunctionSql(schema: string): string {
  return `${removeFunctionSql(schema)}${applyFunctionSql(schema)}${fenceFunctionSql(schema)}
CREATE OR REPLACE FUNCTION ${schema}.commit_batch(
  given_node text, given_batch text, given_applied bigint, given_body text
) RETURNS TABLE (out_position bigint, out_batch text, out_node text, out_outcomes text, out_body text)
LANGUAGE plpgsql SET search_path TO ${schema} AS $$
DECLARE
  one jsonb;
  next_cursor bigint;
  outcomes jsonb := '[]';
BEGIN
  IF given_batch IS NOT NULL THEN
    SELECT cursor INTO next_cursor FROM head FOR UPDATE;
    IF NOT EXISTS (SELECT FROM log WHERE batch = given_batch) THEN
      FOR one IN SELECT value FROM jsonb_array_elements(given_body::jsonb) LOOP
        BEGIN
          next_cursor := apply_transaction(given_node, one, next_cursor);
          outcomes := outcomes || 'null'::jsonb;
        EXCEPTION
          WHEN SQLSTATE 'CAP01' THEN
            outcomes := outcomes || jsonb_build_object('code', 'NOT_OWNER', 'detail', SQLERRM);
          WHEN unique_violation OR foreign_key_violation OR SQLSTATE 'CAP02' THEN
            outcomes := outcomes || jsonb_build_object('code', 'STORE_CONFLICT', 'detail', SQLERRM);
        END;
      END LOOP;
      UPDATE head SET position = position + 1, cursor = next_cursor;
      INSERT INTO log (position, batch, node, outcomes, body)
        SELECT position, given_batch, given_node, outcomes::text, given_body FROM head;
      PERFORM pg_notify('${schema}', given_node);
    END IF;
  END IF;
  RETURN QUERY SELECT position, batch, node, log.outcomes,
      CASE WHEN batch = given_batch THEN NULL ELSE body END
    FROM log WHERE position > given_applied ORDER BY position LIMIT 500;
END $$;
`
}
