import type { Effect } from './change.ts'
import type { Pending } from './pending.ts'

/** What applied entries mean for those who watch. */
export interface News {
  participants: Set<string>
  deliveries: Map<string, NonNullable<Effect['deliveries']>[number]>
  events: NonNullable<Effect['event']>[]
  lost: Set<string>
}

export function noNews(): News {
  return { participants: new Set(), deliveries: new Map(), events: [], lost: new Set() }
}

/** Those who remember a participant of a refused transaction read it again, and those who claimed a session stop it. */
export function takeBack(pending: Pending, news: News): void {
  for (const { change } of pending.steps) {
    if (change.kind === 'participant') news.participants.add(change.id)
    if (change.kind === 'claim') news.lost.add(change.session)
  }
}

export function settle(pending: Pending, news: News): void {
  for (const { effect } of pending.steps) if (effect.event !== undefined) news.events.push(effect.event)
  pending.done.resolve()
}
