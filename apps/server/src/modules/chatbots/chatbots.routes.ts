import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { presentOption, presentQueueOption } from './chatbots.presenter.ts'
import { type OptionRow, allMenus, findOptions, menusOf } from './chatbots.repository.ts'
import { deleteOption } from './delete-option.ts'
import { createOption, optionOf, updateOption } from './save-option.ts'

export function chatbotsRoutes({ routes }: Deps): void {
  routes.handle('listOptions', async ({ query: { queueId }, read }) => {
    const options = await read((ctx) => (queueId ? menusOf(ctx, [queueId]) : allMenus(ctx)))
    return options.map(presentOption)
  })

  routes.handle('getOption', ({ params, read }) => read(async (ctx) => detailOf(ctx, await optionOf(ctx, params.id))))

  routes.handle('createOption', ({ body: { queueId, chatbotId, ...item }, run }) =>
    run(async (ctx) => detailOf(ctx, await createOption(ctx, item, { queueId, parentId: chatbotId }))),
  )

  routes.handle('updateOption', ({ params, body, run }) =>
    run(async (ctx) => detailOf(ctx, await updateOption(ctx, params.id, body))),
  )

  routes.handle('deleteOption', async ({ params, run }) => {
    await run((ctx) => deleteOption(ctx, params.id))
    return {}
  })

  routes.handle('listQueueOptions', async ({ query: { queueId, parentId }, read }) => {
    const options = await read((ctx) => menusOf(ctx, [queueId]))
    const wanted = parentId === undefined ? options : options.filter(({ parent_id }) => parent_id === parentId)
    return wanted.map(presentQueueOption)
  })

  routes.handle('getQueueOption', async ({ params, read }) =>
    presentQueueOption(await read((ctx) => optionOf(ctx, params.id))),
  )

  routes.handle('createQueueOption', async ({ body: { queueId, parentId, ...option }, run }) =>
    presentQueueOption(
      await run((ctx) => createOption(ctx, itemOf(option), { queueId, parentId, position: option.option })),
    ),
  )

  routes.handle('updateQueueOption', async ({ params, body, run }) =>
    presentQueueOption(await run((ctx) => updateOption(ctx, params.id, itemOf(body), body.option))),
  )

  routes.handle('deleteQueueOption', async ({ params, run }) => {
    await run((ctx) => deleteOption(ctx, params.id))
    return { message: 'Option deleted' }
  })
}

const itemOf = ({ title, message }: { title?: string | undefined; message?: string | undefined }) => ({
  name: title,
  greetingMessage: message,
})

async function detailOf(ctx: Ctx, option: OptionRow) {
  const menu = await menusOf(ctx, [option.queue_id])
  const [above] = option.parent_id === null ? [] : await findOptions(ctx, [option.parent_id])
  return {
    ...presentOption(option),
    options: menu.filter(({ parent_id }) => parent_id === option.id).map(presentOption),
    mainChatbot: above ? presentOption(above) : null,
  }
}
