import { expect } from '@playwright/test'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { openTalk } from './support/talk.ts'

test('A row tells the connection of its ticket, and the connection its open tickets before it is deleted', async ({
  browser,
  server,
}) => {
  const { ana, company } = await openTalk(browser, server, 'Quero um sofá')
  const mark = ana.row('Rita Moura').getByRole('img', { name: /^Chat do site · / })
  await mark.hover()
  // The browser shows it over the mark.
  await expect(mark).toHaveAttribute('title', /^Chat do site · Chat [\da-f]+$/)
  const name = (await mark.getAttribute('title'))?.replace('Chat do site · ', '') ?? ''

  const { page } = await openDesk(browser, server, company.admin)
  await page.goto(`${server.url}/connections`)
  await page.getByRole('button', { name: `Mais ações de ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Excluir' }).click()
  const question = page.getByRole('dialog', { name: 'Exclusão de Registro' })
  await expect(question).toContainText(name)
  await expect(question).toContainText('1 ticket que não foi encerrado usa esta conexão.')
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('row', { name })).toBeVisible()
})
