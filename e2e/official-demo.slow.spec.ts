import { expect, test } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { demoOfFile } from './support/demo/demo-of-file.ts'
import {
  acceptIn,
  connectPages,
  connectWithToken,
  makeTemplate,
  phoneOf,
  renewToken,
  fillTemplate,
  write,
} from './support/demo/official.ts'
import { deskOn, logIn } from './support/desk.ts'

const { printed, url, login } = demoOfFile('official-demo', /Meta and customers\s+http:\S+/)
test.setTimeout(240_000)

test('Somebody plays Meta and the customers as the README says', async ({ browser, page }) => {
  const meta = await (await browser.newContext()).newPage()
  await meta.goto(printed(/Meta and customers\s+(http:\S+)/))
  await expect(phoneOf(meta, 'Davi Reis')).toBeVisible()
  await logIn(page, { url: url() }, login())
  const desk = deskOn(page)
  const rita = phoneOf(meta, 'Rita Moura')

  await test.step('the number is connected with the ids and the token of the page', async () => {
    await expect(rita).toContainText('ainda não está conectado')
    await connectWithToken(page, meta, { url: url(), name: 'Loja oficial' })
  })

  await test.step('one login connects the page and the Instagram account', () => connectPages(page, { url: url() }))

  await test.step('customers write on three channels', async () => {
    for (const name of ['Rita Moura', 'Caio Prado', 'Lia Torres', 'Davi Reis'])
      await write(phoneOf(meta, name), `Oi, aqui é ${name}`)
    await page.goto(`${url()}/tickets`)
    await desk.tab('Aguardando').click()
    for (const name of ['Caio Prado', 'Lia Torres', 'Davi Reis']) await expect(desk.row(name)).toBeVisible()
    await acceptIn(page, desk.row('Rita Moura'))
  })

  await test.step('pictures and ticks', async () => {
    await expect(desk.message('Oi, aqui é Rita Moura')).toBeVisible()
    await rita.getByRole('button', { name: 'Foto de Rita Moura' }).click()
    await expect(desk.conversation.getByRole('button', { name: 'Abrir imagem' })).toBeVisible()
    await rita.getByLabel('Celular ligado').uncheck()
    await desk.write('Bom dia, Rita!')
    await desk.expectTick('Bom dia, Rita!', 'Enviada')
    await rita.getByLabel('Celular ligado').check()
    await desk.expectTick('Bom dia, Rita!', 'Entregue')
    await rita.getByRole('button', { name: 'Ler tudo de Rita Moura' }).click()
    await desk.expectTick('Bom dia, Rita!', 'Lida')
    await rita.getByRole('button', { name: 'Reagir com ❤️' }).last().click()
    await expect(desk.message('Bom dia, Rita!').getByRole('button', { name: /❤️/ })).toBeVisible()
  })

  const ticket = page.url()
  const template = meta.getByRole('article', { name: 'Modelo pedido_enviado' })

  await test.step('a template is rejected, and approved when it is asked for', async () => {
    const row = await makeTemplate(page, { url: url(), name: 'pedido_enviado' })
    await template.getByRole('button', { name: 'Rejeitar pedido_enviado' }).click()
    await expect(row).toContainText('Formato inválido')
    await template.getByRole('button', { name: 'Aprovar pedido_enviado' }).click()
    await expect(row).toContainText('Aprovado')
  })

  await test.step('after 25 hours a template alone may go, until the customer writes', async () => {
    await meta.getByRole('button', { name: 'Passar 25 horas' }).click()
    await expect(meta.getByText('Passaram 25 horas.')).toBeVisible()
    await page.goto(ticket)
    // The closed composer is the picker.
    await fillTemplate(page, 'pedido_enviado')
    await expect(rita.getByRole('log')).toContainText('Olá Rita, seu pedido já saiu.')
    await write(rita, 'Que bom!')
    await expect(page.getByRole('tab', { name: 'Responder' })).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('what is written while the token has ended goes out once it is renewed', async () => {
    await meta.getByRole('button', { name: 'Encerrar o token do número' }).click()
    await desk.write('Chega às dez')
    await renewToken(page, meta, { url: url(), name: 'Loja oficial' })
    await expect(rita.getByRole('log').getByText('Chega às dez')).toHaveCount(1)
  })

  await test.step('a further number is signed up in the window of Meta', async () => {
    await page.getByRole('button', { name: 'Nova conexão' }).first().click()
    await page.getByRole('menuitem', { name: 'WhatsApp oficial (API da Meta)' }).click()
    const dialog = page.getByRole('dialog', { name: 'Conectar um número oficial' })
    await dialog.getByRole('button', { name: 'Continuar na Meta' }).click()
    await page.getByLabel('Number').fill('5511955555555')
    await page.getByRole('button', { name: 'Finish', exact: true }).click()
    await dialog.getByLabel('Nome').fill('Segunda loja')
    await dialog.getByLabel('PIN de 6 dígitos').fill('246810')
    await dialog.getByRole('button', { name: 'Conectar', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Acesso de Segunda loja' })).toBeVisible()
  })

  await test.step('the page of Meta is readable on every screen', async () => {
    for (const width of [390, 1024, 1440]) {
      await meta.setViewportSize({ width, height: 900 })
      expect(await meta.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
      for (const colorScheme of ['dark', 'light'] as const) {
        await meta.emulateMedia({ colorScheme })
        await expectAccessible(meta)
      }
    }
  })
})
