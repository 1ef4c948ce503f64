/** By which the server learns where the host is, and who it is for. Not by its arguments: everybody can read those. */
export const socketVariable = 'CAPSTAN_SESSIONS_SOCKET'
export const tokenVariable = 'CAPSTAN_SESSIONS_TOKEN'
