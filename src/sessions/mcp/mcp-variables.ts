/** Pass the socket and the token in the environment: other users can read arguments. */
export const socketVariable = 'CAPSTAN_SESSIONS_SOCKET'
export const tokenVariable = 'CAPSTAN_SESSIONS_TOKEN'
