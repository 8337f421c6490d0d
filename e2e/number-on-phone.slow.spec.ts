import type { Person, PhoneNumber } from '@guiche/graph-testserver'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { metaOfFile } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'

const meta = metaOfFile()
const server = serverOfFile(() => meta().environment)
const day = 86_400_000

/** What was written on the phone before: a part of the history, and all of it. */
function remember(number: PhoneNumber, rita: Person): void {
  const said = (body: string, days: number, isFromBusiness = false) => ({
    isFromBusiness,
    type: 'text',
    content: { body },
    at: new Date(Date.now() - days * day),
    status: 'READ',
    id: `wamid.${Buffer.from(body).toString('base64')}`,
  })
  number.phoneApp?.past.push({
    phase: 0,
    order: 1,
    progress: 60,
    threads: [{ person: rita, messages: [said('Fecha a que horas?', 0.5), said('Às 18h', 0.4, true)] }],
  })
}

test('A number that is on a phone too brings its contacts and history, and an answer from the phone is seen', async ({
  browser,
  page,
}) => {
  test.setTimeout(240_000)
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  const queues = [await company.queue('Vendas'), await company.queue('Suporte')]
  const attendant = await company.attendant('Ana Prado', queues, { allTicket: 'enable' })
  const account = graph.business('Casa Aurora').account()
  const number = account.number('551133334444', 'Casa Aurora', { isOnPhoneApp: true })
  const phone = number.phoneApp
  const rita = graph.person('5511988887777', 'Rita M.')
  remember(number, rita)
  phone?.contacts.push({ name: 'Rita Moura', number: '5511988887777' }, { name: 'Caio Reis', number: '5511988886666' })
  const row = page.getByRole('row').filter({ hasText: 'Loja Centro' })
  const card = page.getByRole('region', { name: 'Importando mensagens de Loja Centro' })

  await test.step('it is connected with a token, and its history comes by itself', async () => {
    await logIn(page, server(), company.admin)
    await page.goto(`${server().url}/connections`)
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    await page.getByRole('menuitem', { name: 'WhatsApp oficial (API da Meta)' }).click()
    const linking = page.getByRole('dialog', { name: 'Conectar um número oficial' })
    await linking.getByLabel('Nome').fill('Loja Centro')
    await linking.getByLabel('ID do número de telefone').fill(number.id)
    await linking.getByLabel('ID da conta do WhatsApp Business').fill(account.id)
    await linking.getByLabel('Token de acesso', { exact: true }).fill(account.business.token(shop.app))
    await linking.getByRole('button', { name: 'Conectar', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'Acesso de Loja Centro' })
      .getByRole('button', { name: 'Fechar' })
      .last()
      .click()
    await expect(row).toContainText('API oficial · também no celular')
    await expect(card).toContainText('Preparando')
    await expect(card).toContainText('O celular já enviou 60%.')
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expectAccessible(page)
    }
  })

  await test.step('its dates can be changed while it comes', async () => {
    await row.getByRole('button', { name: 'Editar' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('switch', { name: 'Importar mensagens antigas' })).toBeChecked()
    await expect(dialog.getByText('O celular envia o histórico uma vez só.')).toBeVisible()
    await expect(dialog.getByText('Importar também as mensagens de grupos')).toHaveCount(0)
    await dialog.getByRole('combobox', { name: 'Filas' }).click()
    await page.getByRole('option', { name: 'Vendas' }).click()
    await page.getByRole('option', { name: 'Suporte' }).click()
    await dialog.getByLabel('Nome').click()
    await dialog.getByRole('tab', { name: 'Mensagens' }).click()
    await dialog.getByLabel('Saudação').fill('Olá! Com quem quer falar?')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('it ends when the phone has sent all of it, and what was sent twice is there once', async () => {
    const at = new Date(Date.now() - 60 * day)
    const message = { isFromBusiness: false, type: 'text', content: { body: 'Vocês entregam?' }, at, status: 'READ' }
    phone?.past.push({ phase: 1, order: 1, progress: 100, threads: [{ person: rita, messages: [message] }] })
    await phone?.sync('history')
    // It waits half a minute for more, and has few messages, so that its progress may be over before it is shown.
    await expect(card).toHaveCount(0, { timeout: 90_000 })
  })

  await test.step('the contacts of the phone are imported', async () => {
    await page.goto(`${server().url}/contacts`)
    await expect(page.getByText('Rita Moura').first()).toBeVisible()
    await page.getByRole('button', { name: 'Mais ações dos contatos' }).click()
    await page.getByRole('menuitem', { name: 'Importar do celular' }).click()
    const dialog = page.getByRole('dialog', { name: 'Importar contatos do celular' })
    await dialog.getByRole('button', { name: 'Importar', exact: true }).click()
    await expect(dialog.getByText('1 contato novo.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Fechar' }).first().click()
    await expect(page.getByText('Caio Reis').first()).toBeVisible()
  })

  // Whom the phone answers before a queue was chosen waits without one, so those who see all tickets see them.
  await test.step('an answer from the phone is seen in the ticket below the history, and quiets the bot', async () => {
    const ana = await openDesk(browser, server(), attendant)
    const chat = rita.chat(number)
    await chat.text('Oi, ainda abertos?')
    await expect.poll(() => rita.inbox.messages.some(({ text }) => text.includes('Com quem quer falar?'))).toBe(true)
    const heard = rita.inbox.messages.length
    await phone?.text(rita, 'Estamos sim!')
    await chat.text('Já vou')
    await ana.tab('Aguardando').click()
    await expect(ana.row('Rita Moura')).toContainText('Já vou')
    // The echo itself is in the inbox of the customer, and nothing else.
    expect(rita.inbox.messages.slice(heard).map(({ text }) => text)).toEqual(['Estamos sim!'])
    await ana.row('Rita Moura').getByRole('button', { name: 'Aceitar' }).click()
    const accepting = ana.page.getByRole('dialog', { name: 'Aceitar ticket' })
    await accepting.getByRole('button', { name: 'Aceitar', exact: true }).click()
    await expect(ana.conversation).toBeVisible()
    for (const text of [
      'Vocês entregam?',
      'Fecha a que horas?',
      'Às 18h',
      'Oi, ainda abertos?',
      'Estamos sim!',
      'Já vou',
    ])
      await expect(ana.conversation.getByRole('listitem').filter({ hasText: text })).toHaveCount(1)
    await expect(ana.message('Estamos sim!').getByRole('img', { name: 'Enviada pelo celular' })).toBeVisible()
  })
})
