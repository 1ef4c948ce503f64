/**
 * The tables. An entry belongs to a space (a namespace with its scope) and to an owner: a session, an agent or none. A
 * separate table indexes the words of an entry for full-text search.
 */
export const memoryTables = `
CREATE TABLE IF NOT EXISTS memory (
  id TEXT PRIMARY KEY,
  agent TEXT NOT NULL,
  space TEXT NOT NULL,
  namespace TEXT NOT NULL,
  metadata TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS entry (
  number INTEGER PRIMARY KEY,
  space TEXT NOT NULL,
  tier TEXT NOT NULL,
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  content TEXT NOT NULL,
  tags TEXT NOT NULL,
  source TEXT NOT NULL,
  score REAL NOT NULL,
  ttl INTEGER NOT NULL,
  created_at REAL NOT NULL,
  updated_at REAL NOT NULL,
  expires_at REAL,
  UNIQUE (space, tier, owner, key)
) STRICT;
CREATE INDEX IF NOT EXISTS entry_expiry ON entry (expires_at) WHERE expires_at IS NOT NULL;
CREATE VIRTUAL TABLE IF NOT EXISTS entry_words USING fts5(words);
CREATE TRIGGER IF NOT EXISTS entry_forgotten AFTER DELETE ON entry BEGIN
  DELETE FROM entry_words WHERE rowid = old.number;
END;
`
