/** The condition of the index `deliveries_open`: SQLite uses a partial index only for the same expression. */
export const open = "state NOT IN ('delivered', 'dead')"

/** Steps through modes and senders by index and takes the oldest open delivery of each, without reading those behind it. CROSS JOIN fixes the order of the joins. */
export const dueSql = `
WITH RECURSIVE head (number) AS (
  SELECT (
    SELECT number FROM deliveries WHERE recipient = $recipient AND ${open} ORDER BY mode, sender, sequence LIMIT 1
  )
  UNION ALL
  SELECT (
    SELECT number FROM deliveries AS next
    WHERE recipient = $recipient AND ${open} AND (next.mode, next.sender) > (current.mode, current.sender)
    ORDER BY mode, sender, sequence LIMIT 1
  )
  FROM head CROSS JOIN deliveries AS current ON current.number = head.number
)
SELECT deliveries.* FROM head CROSS JOIN deliveries ON deliveries.number = head.number
WHERE state = 'pending' AND (available_at <= $now OR available_at <= created_at)`

export const endingSql = "SELECT min(deadline) FROM deliveries WHERE state IN ('pending', 'accepted')"

export const beginningSql = `
SELECT min(available_at) FROM deliveries
WHERE state = 'pending' AND available_at > created_at AND available_at > ?`

export const expiredSql = `
SELECT * FROM deliveries WHERE state IN ('pending', 'accepted') AND deadline <= ?
ORDER BY deadline, number LIMIT ?`
