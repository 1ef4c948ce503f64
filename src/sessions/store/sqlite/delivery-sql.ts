/** The condition of the index `deliveries_open`: SQLite uses a partial index only for the same expression. */
export const open = "state NOT IN ('delivered', 'dead')"
const inQueue = `recipient = $recipient AND mode = $mode AND ${open}`

/** Steps through the senders by index and takes the oldest open delivery of each, without reading those behind it. */
export const dueSql = `
WITH RECURSIVE queue (sender) AS (
  SELECT min(sender) FROM deliveries WHERE ${inQueue}
  UNION ALL
  SELECT (SELECT min(sender) FROM deliveries WHERE ${inQueue} AND sender > queue.sender)
  FROM queue WHERE queue.sender IS NOT NULL
)
SELECT head.* FROM queue JOIN deliveries AS head ON head.number = (
  SELECT number FROM deliveries WHERE ${inQueue} AND sender = queue.sender ORDER BY sequence LIMIT 1
)
WHERE head.state = 'pending' AND (head.available_at <= $now OR head.available_at <= head.created_at)`

export const endingSql = "SELECT min(deadline) FROM deliveries WHERE state IN ('pending', 'accepted')"

export const beginningSql = `
SELECT min(available_at) FROM deliveries
WHERE state = 'pending' AND available_at > created_at AND available_at > ?`

export const expiredSql = `
SELECT * FROM deliveries WHERE state IN ('pending', 'accepted') AND deadline <= ?
ORDER BY deadline, number LIMIT ?`
