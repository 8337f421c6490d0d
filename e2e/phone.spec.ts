import { expect } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { openDesk } from './support/desk.ts'
import { test } from './support/shared-server.ts'
import { type Chat, openChat } from './support/visitor.ts'

const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: 'reduce',
} as const

test('A ticket of a visitor on a phone is accepted and answered on a phone', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const visitor = await openChat(browser, server, webChat, 'Rita Moura', phone)
  await visitor.write('Vocês abrem no sábado?')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]), phone)
  const tabs = ana.page.getByRole('navigation', { name: 'Atendimento' })
  const field = ana.page.getByRole('textbox', { name: 'Mensagem' })

  await expect(tabs.getByRole('button', { name: 'Atendimentos' })).toHaveAttribute('aria-current', 'page')
  await ana.accept('Rita Moura')
  await expect(ana.message('Vocês abrem no sábado?')).toBeVisible()
  await expect(ana.row('Rita Moura')).toBeHidden()
  await expect(field).toBeVisible()
  await expect(field).not.toBeFocused()
  await field.fill('Até as 14 horas')
  await ana.page.getByRole('button', { name: 'Enviar', exact: true }).tap()
  await expect(visitor.message('Até as 14 horas')).toBeVisible()
  await expect(field).toBeInViewport()
  for (const words of ['Vocês abrem no sábado?', 'Até as 14 horas']) expect(await isBeside(visitor, words)).toBe(true)
  await ana
    .message('Vocês abrem no sábado?')
    .getByText('Vocês abrem')
    .dispatchEvent('pointerdown', { pointerType: 'touch' })
  await ana.page.getByRole('menuitem', { name: 'Responder' }).tap()
  await expect(ana.page.getByRole('button', { name: 'Cancelar resposta' })).toBeVisible()
  await ana.page.getByRole('button', { name: 'Cancelar resposta' }).tap()
  await expectAccessible(ana.page)

  await ana.page.goBack()
  await ana.tab('Atendendo').tap()
  await expect(ana.row('Rita Moura')).toBeVisible()
  await expectAccessible(ana.page)
  await tabs.getByRole('button', { name: 'Ticket' }).tap()
  await expect(ana.message('Até as 14 horas')).toBeVisible()

  for (const { page } of [ana, visitor]) {
    const [shown, whole] = await page.evaluate<number[]>('[innerWidth, document.documentElement.scrollWidth]')
    expect(whole).toBe(shown)
  }
})

test('The bottom bar counts the conversations with new messages, whichever list is shown', async ({
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const webChat = await company.webChat([queue])
  const rita = await openChat(browser, server, webChat, 'Rita Moura', phone)
  await rita.write('Vocês abrem no sábado?')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]), phone)
  const list = ana.page.getByRole('navigation', { name: 'Atendimento' }).getByRole('button', { name: 'Atendimentos' })

  await expect(ana.tab('Atendendo')).toHaveAttribute('aria-selected', 'true')
  await expect(list).toHaveText('1Atendimentos')
  await ana.accept('Rita Moura')
  await ana.page.goBack()
  await expect(list).toHaveText('Atendimentos')
  const paulo = await openChat(browser, server, webChat, 'Paulo Reis', phone)
  await paulo.write('Bom dia')
  await rita.write('E no domingo?')
  await expect(list).toHaveText('2Atendimentos')
  await ana.tab('Grupos').tap()
  await expect(list).toHaveText('2Atendimentos')
})

/** Whether the reply button does not overlap the controls in the message itself, such as a player. */
async function isBeside({ message }: Chat, words: string): Promise<boolean> {
  const said = await message(words).getByText(words).boundingBox()
  const button = await message(words).getByRole('button', { name: 'Responder' }).boundingBox()
  if (!said || !button) throw new Error('the message or its reply button is not visible')
  return button.x >= said.x + said.width || button.x + button.width <= said.x
}
