import { expect, test } from '@playwright/test'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { openChat } from './support/visitor.ts'

const server = serverOfFile()

test('Workspace and chat work fully when opened as localhost: login, pictures, live events', async ({ browser }) => {
  // Company and chat are set up under the server's own address and then opened under another name.
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const named = { ...server(), url: server().url.replace('127.0.0.1', 'localhost') }
  const blocked: string[] = []
  const ana = await openDesk(browser, named, await company.attendant('Ana Prado', [queue]))
  const visitor = await openChat(browser, named, webChat, 'Rita Moura')
  for (const { page } of [ana, visitor])
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) blocked.push(message.text())
    })

  await visitor.write('Tenho uma foto da mesa')
  await ana.accept('Rita Moura')
  await visitor.sendPicture('mesa.png', 'É esta aqui')
  const fromVisitor = ana.message('É esta aqui').locator('img').first()
  await expect
    .poll(() => fromVisitor.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)

  await ana.sendPicture('sofa.png', 'E combina com este')
  await visitor.page.reload()
  const fromAna = visitor.message('E combina com este').locator('img').first()
  await expect
    .poll(() => fromAna.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)

  await ana.page.reload()
  await expect(ana.message('É esta aqui')).toBeVisible()
  await visitor.write('Chega hoje?')
  await expect(ana.message('Chega hoje?')).toBeVisible()
  expect(blocked).toEqual([])
})
