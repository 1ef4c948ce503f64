/** Schema version 2: old records can be deleted, and the delivery of a message to one of many recipients be found. */
export const pruningIndexes = `
CREATE INDEX idempotency_of_message ON idempotency (message);
DROP INDEX deliveries_of_message;
CREATE INDEX deliveries_of_message ON deliveries (message, recipient);
CREATE TRIGGER delivery_removed AFTER DELETE ON deliveries BEGIN
  UPDATE mailboxes SET amount = amount - 1 WHERE recipient = old.recipient AND state = old.state;
END;
`
