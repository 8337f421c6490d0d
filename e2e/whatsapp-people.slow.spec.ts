import { once } from 'node:events'
import { expect, test as base } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { createCompany } from './support/company.ts'
import { logIn, openDesk } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)

/** A fake microphone that beeps once a second. */
const test = base.extend<object, object>({
  launchOptions: [
    async ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--use-fake-device-for-media-stream'] }),
    { scope: 'worker' },
  ],
})

test("A customer's picture, presence and calls are shown", async ({ browser, page }) => {
  const company = await createCompany(server(), 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const attendant = await company.attendant('Ana Prado', [queue])
  const phone = whatsApp().phone('5511900000001', 'Casa Aurora', { businessName: 'Casa Aurora' })
  const rita = whatsApp().contact('5511988887777', 'Rita Moura')
  rita.pictureUrl = whatsApp().media.store(await face('#8a5a2b'), 'picture').url
  const chat = rita.chat(phone)
  await logIn(page, server(), company.admin)
  await linkByPage(page, server(), phone, { name: 'Loja Centro', queues: ['Vendas'] })
  const ana = await openDesk(browser, server(), attendant, {
    permissions: ['microphone'],
  })
  const row = ana.row('Rita Moura')
  const drawer = ana.page.getByRole('complementary', { name: 'Dados do contato' })

  await test.step('the row shows their picture and that they are writing', async () => {
    await ana.tab('Aguardando').click()
    await chat.text('Oi, tudo bem?')
    await expect(row.locator('img[src*="/contact/"]')).toBeVisible()
    await expect
      .poll(() => row.locator('img').evaluate((image) => Reflect.get(image, 'naturalWidth') as number))
      .toBeGreaterThan(0)
    await chat.state('composing')
    await expect(row).toContainText('digitando…')
    await ana.accept('Rita Moura')
    await chat.state('recording')
    await expect(ana.conversation).toContainText('Rita Moura está gravando um áudio')
  })

  await test.step('their phone shows that the attendant is recording', async () => {
    const heard = once(rita.events, 'typing')
    await ana.page.getByRole('button', { name: 'Gravar áudio' }).click()
    expect(await heard).toMatchObject([{ state: 'recording' }])
    await ana.page.getByRole('button', { name: 'Descartar gravação' }).click()
  })

  await test.step('a call is shown in the conversation and in the list of calls', async () => {
    const hangUp = await chat.call({ video: true })
    await expect(ana.message('Chamada de vídeo recebida')).toBeVisible()
    await hangUp()
    await expect(ana.message('Chamada de vídeo perdida')).toBeVisible()
    await ana.page.getByRole('button', { name: 'Dados do contato', exact: true }).click()
    await drawer.getByRole('tab', { name: 'Chamadas' }).click()
    await expect(drawer.getByRole('tabpanel', { name: 'Chamadas' })).toContainText('Chamada de vídeo perdida')
    await expect(drawer.locator('img[src*="/contact/"]')).toBeVisible()
  })

  await test.step('blocking them blocks them at WhatsApp too', async () => {
    await drawer.getByRole('button', { name: 'Bloquear', exact: true }).click()
    await ana.page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click()
    await expect(ana.page.getByText('Contato bloqueado').first()).toBeVisible()
    expect([...phone.blocked]).toEqual([rita.number])
  })
})

test('A customer is called on the page of the call service, and a missing token is told', async ({ browser, page }) => {
  const company = await createCompany(server(), 'Casa Jade')
  const queue = await company.queue('Vendas')
  const attendant = await company.attendant('Ana Prado', [queue])
  const phone = whatsApp().phone('5511900000004', 'Casa Jade', { businessName: 'Casa Jade' })
  const rita = whatsApp().contact('5511988886801', 'Rita Moura')
  await logIn(page, server(), company.admin)
  await linkByPage(page, server(), phone, { name: 'Loja Jade', queues: ['Vendas'] })
  const ana = await openDesk(browser, server(), attendant)
  await ana.page.context().route('https://app.wavoip.com/**', (route) => route.fulfill({ body: 'Chamando' }))

  await test.step('the token is entered in the dialog of the connection, and then shown masked', async () => {
    await page.getByRole('button', { name: 'Editar Loja Jade' }).click()
    await page.getByRole('dialog').getByLabel('Token de chamadas').fill('f3c9a1d4-77e2-4b1c-9a55-8c1e5ad0aa42')
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Editar Loja Jade' }).click()
    await expect(page.getByRole('dialog').getByLabel('Token de chamadas')).toHaveValue('••••aa42')
  })

  await test.step('the attendant calls from the head of the conversation', async () => {
    await ana.tab('Aguardando').click()
    await rita.chat(phone).text('Podem me ligar?')
    await ana.accept('Rita Moura')
    const opened = ana.page.waitForEvent('popup')
    await ana.page.getByRole('button', { name: 'Ligar', exact: true }).click()
    const call = await opened
    await call.waitForURL('https://app.wavoip.com/call?**')
    expect(new URL(call.url()).searchParams.get('phone')).toBe(rita.number)
    expect(new URL(call.url()).searchParams.get('token')).toBe('f3c9a1d4-77e2-4b1c-9a55-8c1e5ad0aa42')
    await call.close()
  })

  await test.step('without the token it says what is missing', async () => {
    await page.getByRole('dialog').getByLabel('Token de chamadas').fill('')
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await ana.page.getByRole('button', { name: 'Ligar', exact: true }).click()
    await expect(ana.page.getByText('Erro: Token ou número de telefone não disponível.')).toBeVisible()
  })
})

test('The contacts of a phone are imported from a menu, and the result says how many are new', async ({ page }) => {
  const company = await createCompany(server(), 'Casa Ipê')
  const phone = whatsApp().phone('5511900000002', 'Casa Ipê', { businessName: 'Casa Ipê' })
  await logIn(page, server(), company.admin)
  const openImport = async () => {
    await page.getByRole('link', { name: 'Contatos' }).click()
    await page.getByRole('button', { name: 'Mais ações dos contatos' }).click()
    await page.getByRole('menuitem', { name: 'Importar do celular' }).click()
  }
  const dialog = page.getByRole('dialog', { name: 'Importar contatos do celular' })

  await test.step('without a connected phone it says what to do', async () => {
    await openImport()
    await expect(dialog.getByRole('alert')).toContainText('Nenhuma conexão de WhatsApp está conectada agora.')
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
  })

  await test.step('those of the chosen connection are added', async () => {
    await linkByPage(page, server(), phone, { name: 'Loja Ipê' })
    const other = whatsApp().phone('5511900000003', 'Casa Ipê 2', { businessName: 'Casa Ipê 2' })
    await linkByPage(page, server(), other, { name: 'Loja Nova' })
    await phone.saveContact(whatsApp().contact('5511988886701', 'Lu'), 'Luísa Prado')
    await phone.saveContact(whatsApp().contact('5511988886702', 'Nando'), 'Fernando Reis')
    await openImport()
    await dialog.getByRole('combobox', { name: 'Conexão' }).click()
    await page.getByRole('option', { name: 'Loja Ipê' }).click()
    await expectAccessibleInBothSchemes(page)
    await dialog.getByRole('button', { name: 'Importar' }).click()
    await expect(dialog.getByRole('status')).toHaveText('Importação concluída.2 contatos novos.')
    await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    await expect(page.getByRole('row', { name: 'Luísa Prado' })).toBeVisible()
    await expect(page.getByRole('row', { name: 'Fernando Reis' })).toBeVisible()
  })
})

const face = (background: string) =>
  sharp({ create: { width: 96, height: 96, channels: 3, background } })
    .jpeg()
    .toBuffer()
