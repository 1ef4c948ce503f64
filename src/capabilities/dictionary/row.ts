/** The field for the same capability in each ecosystem. */
export interface DictionaryPlaces {
  agUi?: string
  mux?: string
  model?: string
  /** Version 1, then the difference in version 2. */
  acp?: string
  agentsWire?: string
  relay?: string
  a2e?: string
}

/** An entry of the dictionary, as its data files write it. */
export type DictionaryRow = [id: string, means: string, places?: DictionaryPlaces, value?: string]
