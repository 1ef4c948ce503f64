/**
 * Schema version 2. Every page that a commit changes is written once more, so only indexes stay that a frequent query
 * needs; counts are kept in memory (`mailbox-counts.ts`), because one process owns the file. Receipts are one tree,
 * in the order of a delivery.
 */
export const leanTables = `
DROP INDEX messages_of_conversation;
DROP INDEX events_of_session;
DROP TRIGGER delivery_added;
DROP TRIGGER delivery_moved;
DROP TABLE mailboxes;
DROP INDEX deliveries_of_message;
CREATE INDEX deliveries_of_message ON deliveries (message, recipient);
CREATE INDEX idempotency_of_message ON idempotency (message);

ALTER TABLE receipts RENAME TO first_receipts;
CREATE TABLE receipts (
  delivery TEXT NOT NULL REFERENCES deliveries (id),
  number INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (delivery, number)
) STRICT, WITHOUT ROWID;
INSERT INTO receipts SELECT delivery, number, body FROM first_receipts;
DROP TABLE first_receipts;
`
