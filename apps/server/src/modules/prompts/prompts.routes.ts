import type { UserActor } from '#platform/context'
import type { Deps } from '#platform/deps'
import { accessPrompt } from './access-prompt.ts'
import { deletePrompt } from './delete-prompt.ts'
import { presentName, presentPrompt } from './prompts.presenter.ts'
import { connectionsWithPrompt, namesOfPrompts, queuesWithPrompt, searchPrompts } from './prompts.repository.ts'
import { createPrompt, updatePrompt } from './save-prompt.ts'

export function promptsRoutes({ routes, keys }: Deps, { needsKey }: { needsKey: boolean }): void {
  const models = { sealingKey: keys.secretsAtRest, needsKey }

  routes.handle('listPrompts', async ({ query, actor, read }) => {
    const isShown = hasModels(actor) && query.pageNumber === 1
    const rows = isShown ? await read((ctx) => searchPrompts(ctx, query.searchParam)) : []
    const prompts = rows.map(actor.profile === 'admin' ? presentPrompt : presentName)
    return { prompts, count: prompts.length, hasMore: false, needsKey }
  })

  routes.handle('pickPrompts', async ({ actor, read }) => (hasModels(actor) ? read(namesOfPrompts) : []))

  routes.handle('getPrompt', async ({ params, read }) =>
    presentPrompt(await read((ctx) => accessPrompt(ctx, params.id))),
  )

  routes.handle('promptUses', ({ params, read }) =>
    read(async (ctx) => {
      await accessPrompt(ctx, params.id)
      return {
        connections: await connectionsWithPrompt(ctx, params.id),
        queues: await queuesWithPrompt(ctx, params.id),
      }
    }),
  )

  routes.handle('createPrompt', async ({ body, run }) =>
    presentPrompt(await run((ctx) => createPrompt(ctx, models, body))),
  )

  routes.handle('updatePrompt', async ({ params, body, run }) =>
    presentPrompt(await run((ctx) => updatePrompt(ctx, models, params.id, body))),
  )

  routes.handle('deletePrompt', async ({ params, run }) => {
    await run((ctx) => deletePrompt(ctx, params.id))
    return { message: 'Prompt deleted' }
  })
}

const hasModels = ({ features }: UserActor) => features.includes('useOpenAi')
