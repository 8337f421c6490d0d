import { expect, test } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { serverOfFile } from './support/server.ts'
import { linkByPage, whatsAppOfFile } from './support/whatsapp.ts'

const whatsApp = whatsAppOfFile()
const server = serverOfFile(() => whatsApp().environment)

const people = [
  ['5511988887771', 'Rita Moura'],
  ['5511988887772', 'Leo Dias'],
] as const

test('An admin sees who gets a campaign, tests it on a phone, and changes the cap', async ({ page }) => {
  test.slow()
  const company = await createCompany(server(), 'Casa Aurora')
  const { call } = company
  const phone = whatsApp().phone('5511900000001', 'Casa Aurora')
  const own = whatsApp().contact('5511988887770', 'Bia')
  // Numbers are checked in the background.
  for (const [number, name] of people) whatsApp().contact(number, name)
  const admin = await company.attendant('Bia Costa', [], { profile: 'admin' })
  const list = await must<{ id: number }>(call('POST', '/contact-lists', { name: 'Clientes de maio' }))
  const add = (name: string, number: string, variables: object[] = []) =>
    must(call('POST', '/contact-list-items', { name, number, contactListId: list.id, variables }))
  const [[rita], [leo]] = people
  await add('Rita Moura', rita, [{ key: 'cidade', value: 'Recife' }])
  await add('Leo Dias', leo)
  await add('Loja', '5511900000001')
  await logIn(page, server(), admin)
  await linkByPage(page, server(), phone, { name: 'Loja Centro' })
  const [connection] = await must<{ id: number }[]>(call('GET', '/whatsapp?session=0'))
  await must(
    call('POST', '/campaigns', {
      name: 'Inverno',
      message1: 'Oi {primeironome} de {cidade}!',
      message2: 'Olá {nome|cliente}, veja https://casa-aurora.test',
      contactListId: list.id,
      whatsappId: String(connection?.id),
    }),
  )
  await must(call('PUT', `/sending-guard/${connection?.id}`, { strangersPerDay: 1 }))

  const dialog = page.getByRole('dialog')
  const panel = dialog.getByRole('region', { name: 'Antes de enviar' })
  await page.goto(`${server().url}/campaigns`)
  await page.getByRole('button', { name: 'Editar Inverno' }).click()
  const warning = dialog.getByText('Faltam variáveis')
  await test.step('the variables that somebody lacks are named while the texts are written', async () => {
    await expect(warning).toBeVisible()
    await expect(dialog).toContainText('{cidade}: 1 pessoa não tem')
    await dialog.getByRole('textbox', { name: 'Mensagem 1' }).fill('Oi {primeironome} de {cidade|longe}!')
    await expect(warning).toHaveCount(0)
    await dialog.getByRole('textbox', { name: 'Mensagem 1' }).fill('Oi {primeironome} de {cidade}!')
    await expect(warning).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })
  await dialog.getByRole('button', { name: 'Antes de enviar' }).click()

  await test.step('who gets it and who does not', async () => {
    await expect(panel).toContainText('Recebem2')
    await expect(panel).toContainText('Ficam de fora1')
    await panel.getByRole('button', { name: 'Ver quem: Número da própria empresa' }).click()
    await expect(panel.getByRole('list', { name: 'Número da própria empresa' })).toContainText('+55 11 90000-0001')
    await panel.getByRole('button', { name: 'Ver quem: Sem a variável cidade' }).click()
    await expect(panel.getByRole('list', { name: 'Sem a variável cidade' })).toContainText('Leo Dias')
  })

  await test.step('the texts of one person and of another', async () => {
    await expect(panel).toContainText('Oi Rita de Recife!')
    await expect(panel).toContainText('Olá Rita Moura, veja https://casa-aurora.test')
    await panel.getByRole('combobox', { name: 'Pessoa' }).click()
    await page.getByRole('option', { name: 'Leo Dias' }).click()
    await expect(panel).toContainText('Oi Leo de')
    await panel.getByRole('combobox', { name: 'Pessoa' }).fill('Rita')
    await page.getByRole('option', { name: 'Rita Moura' }).click()
    await expect(panel).toContainText('Oi Rita de Recife!')
  })

  await test.step('the end, the risk and the cost', async () => {
    await expect(panel).toContainText('por 1 conexão')
    await expect(panel).toContainText(
      'Demora mais porque cada número só pode iniciar um certo total de conversas por dia.',
    )
    await expect(panel).toContainText('100% das pessoas nunca escreveram para a empresa')
    await expect(panel).toContainText('Loja Centro foi criada hoje.')
    await expect(panel).toContainText('R$ 0,00')
    await expect(panel).toContainText('contraria os termos do WhatsApp')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a test to oneself', async () => {
    await panel.getByRole('textbox', { name: 'Seu número' }).fill('11 98888-7770')
    await panel.getByRole('button', { name: 'Enviar teste' }).click()
    await expect(panel).toContainText('Teste enviado.')
    await own.waitForMessage(({ text }) => text === 'Oi Rita de Recife!', 60_000)
  })

  await test.step('an unsaved change is previewed, and cannot be tested', async () => {
    await dialog.getByRole('textbox', { name: 'Mensagem 1' }).fill('Bom dia {primeironome}')
    await expect(panel).toContainText('Bom dia Rita')
    await expect(warning).toHaveCount(0)
    await expect(panel).toContainText('Salve a campanha para enviar um teste.')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Descartar' }).click()
  })

  await test.step('the cap and a price are settings', async () => {
    await page.goto(`${server().url}/campaigns-config`)
    await page.getByRole('textbox', { name: 'Campanhas por pessoa em 7 dias' }).fill('3')
    await page.getByRole('textbox', { name: 'Começo do número' }).fill('55')
    await page.getByRole('textbox', { name: 'Preço' }).fill('x')
    await page.getByRole('button', { name: 'Adicionar preço' }).click()
    await expect(page.getByText('Preço inválido.')).toBeVisible()
    await page.getByRole('textbox', { name: 'Preço' }).fill('0,3456')
    await page.getByRole('button', { name: 'Adicionar preço' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: '+55' })).toContainText('BRL 0,3456')
    await page.getByRole('button', { name: 'Salvar', exact: true }).click()
    await expect(page.getByText('Configurações salvas')).toBeVisible()
    const kept = await must<{ key: string; value: string }[]>(call('GET', '/campaign-settings'))
    expect(kept).toContainEqual(expect.objectContaining({ key: 'weeklyCap', value: '3' }))
  })
})
