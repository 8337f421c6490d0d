import { type Page, expect } from '@playwright/test'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'
import { chooseInMenuOf } from './support/messages/menu.ts'

test('A visitor sees reactions, edits and deletions at once and after a reload', async ({ browser, server }) => {
  const { ana, visitor } = await openTalk(browser, server, 'Qual é a senha do wi-fi?')
  const chooseInMenu = (words: string, item: string) => chooseInMenuOf(ana.message(words), item)
  await ana.write('É 1234')
  await ana.write('Não conte a ninguém')
  await expect(visitor.message('Não conte')).toBeVisible()

  await chooseInMenu('Qual é a senha', 'Reagir com 👍')
  await chooseInMenu('É 1234', 'Editar')
  await ana.write('É 12345')
  await chooseInMenu('Não conte', 'Apagar')
  await ana.page.getByRole('dialog').getByRole('button', { name: 'Apagar' }).click()

  await expectChanges(visitor.page)
  await visitor.page.reload()
  await expectChanges(visitor.page)
})

async function expectChanges(page: Page): Promise<void> {
  const log = page.getByRole('log')
  const message = (words: string) => log.locator('[data-id]').filter({ hasText: words })
  await expect(message('Qual é a senha').getByRole('img', { name: 'Reação: 👍' })).toBeVisible()
  await expect(message('É 12345')).toContainText('editada')
  await expect(message('Mensagem apagada')).toBeVisible()
  await expect(log).not.toContainText('Não conte')
}
