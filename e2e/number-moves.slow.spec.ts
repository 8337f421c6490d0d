import type { PhoneNumber } from '@guiche/graph-testserver'
import { expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { deskOn, logIn } from './support/desk.ts'
import { openMenuOf } from './support/messages/menu.ts'
import { metaOfFile } from './support/meta.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, readCode, reads, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const meta = metaOfFile()
const server = serverOfFile(() => ({ ...whatsApp().environment, ...meta().environment }))
test.setTimeout(360_000)

const sentBy = (number: PhoneNumber) => [...number.messages.values()].filter(({ direction }) => direction === 'out')

test('A number goes from its phone to the official API and back, with its conversations', async ({ page }) => {
  const { graph, shop, tell } = meta()
  await tell(server())
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Balcão')
  const bia = await company.attendant('Bia Dona', [queue], { profile: 'admin', allowGroup: true })
  const phone = whatsApp().phone('5511999990001', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const rita = whatsApp().contact('5511988887777', 'Rita Moura')
  const number = shop.account.number(phone.number, 'Casa Aurora', {})
  const onCloud = graph.person(rita.number, 'Rita Moura')
  await logIn(page, server(), bia)
  await linkByPage(page, server(), phone, { name: 'Vendas', queues: ['Balcão'] })
  const desk = deskOn(page)
  const row = page.getByRole('row').filter({ hasText: 'Vendas' })
  const group = whatsApp().group('Clientes VIP', phone, [rita])

  await test.step('somebody writes to the phone, and a group', async () => {
    const [connection] = await must<{ id: number }[]>(company.call('GET', '/whatsapp'))
    await must(company.call('PUT', `/whatsapp/${connection?.id}`, { allowGroup: true }))
    await rita.chat(phone).text('Vocês abrem hoje?')
    await rita.chat(group).text('Bom dia, grupo')
    await page.goto(`${server().url}/tickets`)
    await desk.accept('Rita Moura')
    await desk.write('Abrimos às nove')
    await reads(rita, 'Abrimos às nove')
    await desk.tab('Grupos').click()
    await desk.open('Clientes VIP')
    await expect(desk.message('Bom dia, grupo')).toBeVisible()
  })

  await test.step('a second, official connection is not made of the same number: moving is offered', async () => {
    await page.goto(`${server().url}/connections`)
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    await page.getByRole('menuitem', { name: 'WhatsApp oficial (API da Meta)' }).click()
    const linking = page.getByRole('dialog', { name: 'Conectar um número oficial' })
    await linking.getByLabel('Nome').fill('Outra')
    await linking.getByLabel('ID do número de telefone').fill(number.id)
    await linking.getByLabel('ID da conta do WhatsApp Business').fill(shop.account.id)
    await linking.getByLabel('Token de acesso', { exact: true }).fill(shop.token)
    await linking.getByRole('button', { name: 'Conectar', exact: true }).click()
    await linking.getByRole('button', { name: 'Mudar a conexão que já existe' }).click()
  })

  await test.step('the dialog says what ends and begins, and moves the number', async () => {
    const moving = page.getByRole('dialog', { name: 'Mudar Vendas para a API oficial' })
    await expect(moving.getByRole('region', { name: 'O que termina' })).toContainText('Escrever em grupos')
    await expect(moving.getByRole('region', { name: 'O que termina' })).toContainText('Editar mensagens enviadas')
    await expect(moving.getByRole('region', { name: 'O que começa' })).toContainText('Modelos aprovados')
    await expect(moving.getByLabel('ID do número de telefone')).toHaveValue(number.id)
    await expectAccessibleInBothSchemes(page)
    const move = moving.getByRole('button', { name: 'Mudar para a API oficial' })
    await test.step('its words are whole on a phone', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      const words = move.getByText('Mudar para a API oficial')
      expect(await words.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)
      await page.setViewportSize({ width: 1280, height: 720 })
    })
    await move.click()
    await expect(moving).toBeHidden()
    await page.getByRole('dialog', { name: 'Acesso de Vendas' }).getByRole('button', { name: 'Fechar' }).first().click()
    await expect(row).toContainText('· API oficial')
    await expect(row).toContainText('Conectada')
    await expect.poll(() => phone.linkedDevices).toEqual([])
  })

  await test.step('the same conversation goes on officially, and the group says why it cannot be answered', async () => {
    await page.goto(`${server().url}/tickets`)
    await desk.tab('Atendendo').click()
    await desk.open('Rita Moura')
    await desk.write('Agora pela API oficial')
    await expect.poll(() => sentBy(number).length).toBe(1)
    await onCloud.chat(number).text('Recebi por aqui')
    await expect(desk.message('Recebi por aqui')).toBeVisible()
    const reaction = page.getByRole('menuitem', { name: 'Reagir com 👍' })
    // What the phone has heard is not known to Meta.
    await openMenuOf(desk.message('Vocês abrem hoje?'))
    await expect(reaction).toHaveCount(0)
    await page.keyboard.press('Escape')
    await openMenuOf(desk.message('Recebi por aqui'))
    await expect(reaction).toBeVisible()
    await page.keyboard.press('Escape')
    await desk.tab('Grupos').click()
    await desk.open('Clientes VIP')
    await expect(desk.message('Bom dia, grupo')).toBeVisible()
    await expect(page.getByText(/que não tem grupos\. Este grupo fica só para leitura/)).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('what waits while Meta does not answer goes out by the phone', async () => {
    await page.goto(`${server().url}/connections`)
    await row.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Mudar para o celular' }).click()
    const moving = page.getByRole('dialog', { name: 'Mudar Vendas para o celular' })
    await expect(moving.getByRole('region', { name: 'O que começa' })).toContainText('Escrever em grupos')
    await moving.getByRole('button', { name: 'QR Code' }).click()
    const code = page.getByRole('img', { name: 'QR Code para vincular o celular' })
    await expect(code).toBeVisible()
    await expect(row).toContainText('Conectada')
    await shop.account.uninstall(shop.app)
    const { tickets } = await must<{ tickets: { id: number; contact: { name: string } }[] }>(
      company.call('GET', '/ticket/kanban?teste=true'),
    )
    const ticket = tickets.find(({ contact }) => contact.name === 'Rita Moura')
    await must(company.call('POST', `/messages/${ticket?.id}`, { body: 'Isto esperou' }))
    await phone.scan(await readCode(code))
    await expect(moving).toBeHidden()
    await expect(row).not.toContainText('· API oficial')
    await expect(row).toContainText('Conectada')
    await reads(rita, 'Isto esperou')
    expect(sentBy(number)).toHaveLength(1)
  })

  await test.step('the phone serves the conversation and the group again, and the history tells of both moves', async () => {
    await row.getByRole('button', { name: 'Mais ações' }).click()
    await page.getByRole('menuitem', { name: 'Ver o que aconteceu' }).click()
    const history = page.getByRole('dialog', { name: 'O que aconteceu com Vendas' })
    await expect(history.getByText('Mudou para o celular')).toBeVisible()
    await expect(history.getByText('Mudou para a API oficial')).toBeVisible()
    await page.goto(`${server().url}/tickets`)
    await desk.tab('Grupos').click()
    await desk.open('Clientes VIP')
    await desk.write('De volta ao grupo')
    await reads(rita, 'De volta ao grupo')
    await rita.chat(phone).text('Voltaram ao celular?')
    await desk.tab('Atendendo').click()
    await desk.open('Rita Moura')
    await expect(desk.message('Voltaram ao celular?')).toBeVisible()
  })
})
