import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { openChat } from './support/visitor.ts'

const server = serverOfFile()

for (const colorScheme of ['light', 'dark'] as const) {
  const look = { colorScheme, reducedMotion: 'reduce' } as const

  test(`The login and the chat page hold WCAG 2.2 AA, ${colorScheme}`, async ({ browser }) => {
    const company = await createCompany(server(), 'Casa Aurora')
    const webChat = await company.webChat([await company.queue('Vendas')])
    const login = await (await browser.newContext(look)).newPage()
    await login.goto(`${server().url}/login`)
    await login.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(login.getByText('Por favor, insira um email válido.')).toBeVisible()
    await expectAccessible(login)

    const visitor = await openChat(browser, server(), webChat, 'Rita Moura', look)
    await visitor.write('Bom dia')
    await visitor.sendPicture('parede.png', 'Para esta parede')
    await visitor.replyTo('Bom dia', 'Tem luminária?')
    await expectAccessible(visitor.page)
  })

  test(`The back office holds WCAG 2.2 AA, ${colorScheme}`, async ({ browser }) => {
    const company = await createCompany(server(), 'Casa Aurora')
    const queue = await company.queue('Vendas')
    await company.attendant('Ana Prado', [queue])
    await company.webChat([queue])
    const { page } = await openDesk(browser, server(), company.admin, look)

    for (const [path, row] of Object.entries(screens)) {
      await page.goto(server().url + path)
      await expect(page.getByRole('main').getByText(row).first()).toBeVisible()
      await expectAccessible(page)
    }
    for (const name of ['Volume dos avisos', 'Mensagens não lidas']) {
      await page.getByRole('button', { name }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  })
}

/** What shows that a screen has come, with what is on it. */
const screens = {
  '/contacts': 'Contatos',
  '/tags': 'Tags',
  '/users': 'Ana Prado',
  '/queues': 'Vendas',
  '/connections': /^Chat /,
  '/settings': 'Configurações',
}
