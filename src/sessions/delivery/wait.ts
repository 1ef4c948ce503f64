/** Why an unfinished delivery waits. */
export interface DeliveryWait {
  deliveryId: string
  /**
   * `session`: its status takes no messages. `in-doubt`: a delivery needs a decision. `retry`: the next attempt has a
   * time. `boundary`: the moment of its mode has not come. `idle`: that moment is in a turn, and none runs.
   * `handed-over`: the session has it and has not answered.
   */
  reason: 'session' | 'in-doubt' | 'retry' | 'boundary' | 'idle' | 'handed-over'
  /** One clause, such as `@ada is offline`. */
  message: string
  /** The command that ends the wait, if a person has to. */
  command?: string
  /** The id of the older delivery of the same sender and mode that has to end first. */
  heldBy?: string
}
