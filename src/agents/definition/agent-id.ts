/** Valid agent ids. Capstan creates and deletes a folder of this name, so an id must not be a path. */
export const agentIdForm = /^[a-z0-9][a-z0-9-]*$/
