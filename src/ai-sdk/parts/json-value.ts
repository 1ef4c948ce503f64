/** JSON as the AI SDK types it: a field may also be undefined. */
export type JsonValue = null | string | number | boolean | JsonObject | JsonValue[]

export interface JsonObject {
  [key: string]: JsonValue | undefined
}

/** Converts any value to JSON; values without a JSON form are left out. */
export function toJson(value: unknown): JsonValue {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? null : (JSON.parse(text) as JsonValue)
}

export function toJsonObject(value: object): JsonObject {
  return toJson(value) as JsonObject
}
