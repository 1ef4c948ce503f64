import { actionRoutes } from './action-routes.ts'
import { agentRoutes } from './agent-routes.ts'
import type { ApiParts } from './api-parts.ts'
import { installRoutes } from './install-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { loginRoutes } from './login-routes.ts'
import { messageRoutes } from './message-routes.ts'
import { modelRoutes } from './model-routes.ts'
import type { ApiRoute } from './route.ts'
import { sessionRoutes } from './session-routes.ts'

/** All routes below `/api`. */
export function apiRoutes(parts: ApiParts): ApiRoute[] {
  return [
    agentRoutes,
    installRoutes,
    modelRoutes,
    sessionRoutes,
    messageRoutes,
    actionRoutes,
    eventRoutes,
    loginRoutes,
  ].flatMap((routes) => routes(parts))
}
