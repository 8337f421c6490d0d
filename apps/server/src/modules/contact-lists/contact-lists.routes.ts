import { type Api, type Parsed, limits } from '@guiche/contract'
import type { Ctx } from '#platform/context'
import type { Deps } from '#platform/deps'
import { SentFile } from '#platform/http/sent-file'
import { companyTexts } from '#modules/companies'
import { accessContactList, accessItem } from './access-contact-list.ts'
import { presentContactList, presentItem } from './contact-lists.presenter.ts'
import { namesOfContactLists, pageOfContactLists } from './tables/contact-lists.repository.ts'
import { exampleSheet } from './example-sheet.ts'
import { type ItemRow, itemsAfter, pageOfItems, searchItems } from './tables/items.repository.ts'
import { createContactList, deleteContactList, updateContactList } from './save-contact-list.ts'
import { createItem, deleteItem, updateItem } from './save-item.ts'

export function contactListsRoutes({ routes }: Pick<Deps, 'routes'>): void {
  routes.handle('listContactLists', async ({ query, read }) => {
    const { rows, count } = await read((ctx) => pageOfContactLists(ctx, query))
    return { records: rows.map(presentContactList), count, hasMore: count > query.pageNumber * limits.rowsPerPage }
  })

  routes.handle('pickContactLists', ({ read }) => read(namesOfContactLists))

  routes.handle(
    'exampleContactListSheet',
    async ({ read }) => new SentFile('example.xlsx', exampleSheet(await read(companyTexts))),
  )

  routes.handle('getContactList', async ({ params, read }) =>
    presentContactList(await read((ctx) => accessContactList(ctx, params.id))),
  )

  routes.handle('createContactList', async ({ body, run }) =>
    presentContactList(await run((ctx) => createContactList(ctx, body.name))),
  )

  routes.handle('updateContactList', async ({ params, body, run }) =>
    presentContactList(await run((ctx) => updateContactList(ctx, params.id, body.name))),
  )

  routes.handle('deleteContactList', async ({ params, run }) => {
    await run((ctx) => deleteContactList(ctx, params.id))
    return { message: 'Contact list deleted' }
  })

  routes.handle('listContactListItems', async ({ query, read }) => {
    const { rows, count } = await read((ctx) => findPage(ctx, query))
    const contacts = rows.slice(0, limits.rowsPerPage).map(presentItem)
    return { contacts, count, hasMore: rows.length > limits.rowsPerPage }
  })

  routes.handle('getContactListItem', async ({ params, read }) =>
    presentItem(await read((ctx) => accessItem(ctx, params.id))),
  )

  routes.handle('createContactListItem', async ({ body, run }) =>
    presentItem(await run((ctx) => createItem(ctx, body))),
  )

  routes.handle('updateContactListItem', async ({ params, body, run }) =>
    presentItem(await run((ctx) => updateItem(ctx, params.id, body))),
  )

  routes.handle('deleteContactListItem', async ({ params, run }) => {
    await run((ctx) => deleteItem(ctx, params.id))
    return { message: 'Contact deleted' }
  })
}

async function findPage(
  ctx: Ctx,
  { contactListId: listId, searchParam, pageNumber, after, afterName }: Parsed<Api['listContactListItems']>['query'],
): Promise<{ rows: ItemRow[]; count: number }> {
  const { contacts_count: count } = await accessContactList(ctx, listId)
  if (searchParam !== '') return searchItems(ctx, listId, { searchParam, pageNumber })
  if (after === undefined) return { rows: await pageOfItems(ctx, listId, pageNumber), count }
  return { rows: await itemsAfter(ctx, listId, { id: after, name: afterName }), count }
}
