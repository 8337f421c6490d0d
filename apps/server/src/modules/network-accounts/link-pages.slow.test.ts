import { expect, test } from 'vitest'
import { metaOfFile } from '#test/world/meta-world'

const meta = metaOfFile()

test('the pages of a login are all connected, also those of the second answer of Meta', async () => {
  const company = await meta.world.company({ plan: { connections: 200 } })
  const { member } = meta.owner()
  for (let nth = 0; nth < 104; nth += 1) member.manages(meta.server.page(`Filial ${nth}`))

  const { body } = await meta.link(await company.admin(), member)

  expect(body.accounts).toHaveLength(105)
  const stored = await company.sql('select from network_accounts where company_id = $1', [company.id])
  expect(stored).toHaveLength(105)
})
