/** JSON as the AI SDK types it: a field may also be there and undefined. */
export type JsonValue = null | string | number | boolean | JsonObject | JsonValue[]

export interface JsonObject {
  [key: string]: JsonValue | undefined
}

/** Anything as JSON: what JSON cannot say is left out. */
export function toJson(value: unknown): JsonValue {
  const text = JSON.stringify(value) as string | undefined
  return text === undefined ? null : (JSON.parse(text) as JsonValue)
}

/** An object as JSON. */
export function toJsonObject(value: object): JsonObject {
  return toJson(value) as JsonObject
}
