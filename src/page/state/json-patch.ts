import { isRecord } from '../../core/is-record.ts'
import type { PatchOperation } from '../../gateway/ag-ui/events.ts'

/** Applies RFC 6902 operations to a copy of a document. Operations that do not fit are skipped. */
export function patched(document: unknown, operations: readonly PatchOperation[]): unknown {
  return operations.reduce((current, operation) => {
    const path = operation.path
      .split('/')
      .slice(1)
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    return changed(current, path, operation)
  }, document)
}

function changed(target: unknown, path: readonly string[], operation: PatchOperation): unknown {
  const [name, ...rest] = path
  if (name === undefined) return operation.op === 'remove' ? undefined : operation.value
  if (Array.isArray(target)) return changedList(target, [name, ...rest], operation)
  if (!isRecord(target)) return target
  if (rest.length > 0) {
    return Object.hasOwn(target, name)
      ? withMember(target, name, changed(target[name], rest, operation))
      : target
  }
  if (operation.op !== 'remove') return withMember(target, name, operation.value)
  return Object.fromEntries(Object.entries(target).filter(([key]) => key !== name))
}

function withMember(target: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  // Entries instead of a spread: `__proto__` must be a normal key.
  const others = Object.entries(target).filter(([key]) => key !== name)
  return Object.fromEntries([...others, [name, value]])
}

function changedList(
  list: readonly unknown[],
  [name = '', ...rest]: readonly string[],
  operation: PatchOperation,
): readonly unknown[] {
  const index = name === '-' ? list.length : Number(name)
  if (!Number.isInteger(index) || index < 0 || index > list.length) return list
  if (rest.length > 0)
    return index < list.length ? list.with(index, changed(list[index], rest, operation)) : list
  if (operation.op === 'add') return list.toSpliced(index, 0, operation.value)
  if (index === list.length) return list
  return operation.op === 'remove' ? list.toSpliced(index, 1) : list.with(index, operation.value)
}
