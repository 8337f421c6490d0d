import { factsOf } from '#channels/facts'
import { audit } from '#platform/audit'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { type Sessions, assertOwnPassword } from '#modules/sessions'
import { getConnection } from './get-connection.ts'
import { changeToken } from './change-token.ts'
import { newToken } from './tokens/connection-token.ts'
import { type TokenKeys, readToken } from './tokens/stored-token.ts'

type TokenDeps = Deps & { sessions: Pick<Sessions, 'guard'> }

export function tokenRoutes(deps: TokenDeps): void {
  const { routes, keys } = deps

  routes.handle('showConnectionToken', async ({ actor, params: { id }, body, read, run, http }) => {
    await read((ctx) => getConnection(ctx, id))
    await assertOwnPassword(deps, { actor, password: body.currentPassword, address: http.address })
    return run((ctx) => showToken(ctx, keys, id))
  })

  routes.handle('renewConnectionToken', async ({ actor, params: { id }, body, read, run, http }) => {
    await read((ctx) => getConnection(ctx, id))
    await assertOwnPassword(deps, { actor, password: body.currentPassword, address: http.address })
    const token = newToken()
    await run(async (ctx) => changeToken(ctx, keys, await getConnection(ctx, id), token))
    return { token }
  })
}

/** Empty: it has none yet. */
async function showToken(ctx: Ctx, keys: TokenKeys, connectionId: number): Promise<{ token: string }> {
  const { channel, name, token } = await getConnection(ctx, connectionId)
  if (factsOf(channel).hasVisitors) return { token }
  await audit(ctx, {
    action: 'connection.tokenRead',
    object: 'connection',
    objectId: connectionId,
    detail: { name },
  })
  return { token: (await readToken(ctx, keys, connectionId)) ?? '' }
}
