import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { removeOld } from '#platform/work/retention'
import type { NumberCheck } from '#modules/contacts'
import type { SendingGuard } from '#modules/sending-guard'
import './api-tokens.facts.ts'
import { apiTokensLive } from './api-tokens.live.ts'
import { createToken, deleteToken, deleteTokensOf, presentToken } from './api-tokens.ts'
import { listTokens } from './api-tokens.repository.ts'
import { messagesApiRoutes } from './messages-api.routes.ts'
import { createProgramLimits } from './program-limits.ts'
import { removeOldRequests } from './requests.repository.ts'
import { listUsages } from './usages.repository.ts'

interface Wiring {
  numbers: NumberCheck
  guard: SendingGuard
  createLimiter: CreateLimiter
}

/** Programs send messages with the token of a connection, or with a named one. */
export function registerMessagesApi(deps: Deps, { numbers, createLimiter, guard }: Wiring): void {
  const { routes, keys, followers, jobs } = deps
  messagesApiRoutes(deps, { numbers, guard, limits: createProgramLimits(createLimiter) })
  apiTokensLive(deps)

  routes.handle('listApiTokens', async ({ read }) => (await read(listTokens)).map(presentToken))
  routes.handle('createApiToken', ({ body, run }) => run((ctx) => createToken(ctx, keys, body)))
  routes.handle('deleteApiToken', async ({ params, run }) => {
    await run((ctx) => deleteToken(ctx, params.id))
    return { message: 'Token deleted' }
  })
  routes.handle('listApiUsages', ({ read }) => read(listUsages))

  followers.within('connection.deleted', (ctx, { connectionId }) => deleteTokensOf(ctx, connectionId))
  jobs.defineTimer('messagesApi.sweep', '47 3 * * *', () => removeOld(deps, 'calls of programs', removeOldRequests))
}
