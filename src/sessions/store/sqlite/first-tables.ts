/**
 * Schema version 1. Bodies are JSON; searched fields have columns. `number` is the insertion order. Due deliveries are
 * queried at every boundary, so their indexes leave out ended ones; every send needs the counts per state, so triggers
 * maintain them. Each index costs a page write per message: only frequent or unbounded queries have one.
 */
export const firstTables = `
CREATE TABLE owner (
  only INTEGER PRIMARY KEY CHECK (only = 1),
  process INTEGER NOT NULL,
  since REAL NOT NULL
) STRICT;

CREATE TABLE participants (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE channels (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL
) STRICT;

CREATE TABLE messages (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  conversation TEXT NOT NULL,
  thread TEXT,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX messages_of_conversation ON messages (conversation);
CREATE INDEX messages_of_thread ON messages (thread) WHERE thread IS NOT NULL;

CREATE TABLE idempotency (
  sender TEXT NOT NULL,
  key TEXT NOT NULL,
  digest TEXT NOT NULL,
  message TEXT NOT NULL REFERENCES messages (id),
  PRIMARY KEY (sender, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE deliveries (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  message TEXT NOT NULL REFERENCES messages (id),
  sender TEXT NOT NULL,
  recipient TEXT NOT NULL,
  mode TEXT NOT NULL,
  reason TEXT NOT NULL,
  priority TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  created_at REAL NOT NULL,
  available_at REAL NOT NULL,
  deadline REAL NOT NULL,
  dead TEXT,
  read_at REAL,
  UNIQUE (recipient, sequence)
) STRICT;
CREATE INDEX deliveries_of_message ON deliveries (message);
CREATE INDEX deliveries_open ON deliveries (recipient, mode, sender, sequence)
  WHERE state NOT IN ('delivered', 'dead');
CREATE INDEX deliveries_dead ON deliveries (recipient, sequence) WHERE state = 'dead';
CREATE INDEX deliveries_ending ON deliveries (deadline) WHERE state IN ('pending', 'accepted');
CREATE INDEX deliveries_put_off ON deliveries (available_at) WHERE state = 'pending' AND available_at > created_at;

CREATE TABLE mailboxes (
  recipient TEXT NOT NULL,
  state TEXT NOT NULL,
  amount INTEGER NOT NULL,
  PRIMARY KEY (recipient, state)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER delivery_added AFTER INSERT ON deliveries BEGIN
  INSERT INTO mailboxes VALUES (new.recipient, new.state, 1)
    ON CONFLICT (recipient, state) DO UPDATE SET amount = amount + 1;
END;
CREATE TRIGGER delivery_moved AFTER UPDATE OF state ON deliveries WHEN old.state <> new.state BEGIN
  UPDATE mailboxes SET amount = amount - 1 WHERE recipient = old.recipient AND state = old.state;
  INSERT INTO mailboxes VALUES (new.recipient, new.state, 1)
    ON CONFLICT (recipient, state) DO UPDATE SET amount = amount + 1;
END;

CREATE TABLE receipts (
  number INTEGER PRIMARY KEY,
  delivery TEXT NOT NULL REFERENCES deliveries (id),
  body TEXT NOT NULL
) STRICT;
CREATE INDEX receipts_of_delivery ON receipts (delivery);

CREATE TABLE events (
  cursor INTEGER PRIMARY KEY,
  at REAL NOT NULL,
  session TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX events_of_session ON events (session);

CREATE TABLE invocations (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  action TEXT NOT NULL,
  caller TEXT NOT NULL,
  idempotency_key TEXT,
  body TEXT NOT NULL
) STRICT;
CREATE INDEX invocations_of_action ON invocations (action);
CREATE INDEX invocations_by_key ON invocations (caller, idempotency_key) WHERE idempotency_key IS NOT NULL;
`
