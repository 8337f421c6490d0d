import { expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { stopClock } from './support/clock.ts'
import { createCompany } from './support/company.ts'
import { logIn } from './support/desk.ts'
import { test } from './support/shared-server.ts'

test('The connection dialog keeps what each of its tabs holds', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const [sales, repairs] = [await company.queue('Vendas'), await company.queue('Oficina')]
  await company.webChat([sales])
  await must(company.call('PUT', '/companySettings', { column: 'scheduleType', data: 'connection' }))
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/connections`)
  const dialog = page.getByRole('dialog')
  const tab = (name: string) => dialog.getByRole('tab', { name, exact: true })
  const field = (name: string) => dialog.getByRole('textbox', { name })
  const open = () => page.getByRole('button', { name: /^Editar / }).click()

  await test.step('with two queues the greeting is required, and its tab is shown', async () => {
    await open()
    await expect(dialog.getByText('Com várias, o cliente escolhe em um menu.')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Filas' }).click()
    await page.getByRole('option', { name: repairs.name }).click()
    await tab('Mensagens').click()
    await expect(dialog.getByText('Vai ao cliente antes do menu das filas')).toBeVisible()
    await field('Mensagem de saudação').fill('')
    await tab('Geral').click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('A saudação é obrigatória quando há mais de uma fila.')).toBeVisible()
    await expect(tab('Mensagens')).toHaveAttribute('aria-selected', 'true')
  })

  await test.step('messages, and a file of the greeting', async () => {
    await field('Mensagem de saudação').fill('Olá! Com quem quer falar?')
    await field('Mensagem de despedida').fill('Até logo!')
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Anexar arquivo' }).click()
    await (await choosing).setFiles({ name: 'preços.txt', mimeType: 'text/plain', buffer: Buffer.from('Bolo: 25') })
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('chatbot', async () => {
    await tab('Chatbot').click()
    await field('Repetições do menu').fill('5')
    await field('Avisar sem atividade depois de').fill('30')
    await dialog.getByRole('switch', { name: 'Encerrar tickets sem atividade' }).click()
    await expect(field('Encerrar sem atividade depois de')).toHaveValue('1440 min')
    await field('Encerrar sem atividade depois de').fill('10')
    await field('Aviso de inatividade').fill('Ainda está aí?')
    await dialog.getByRole('combobox', { name: 'Encerrar' }).click()
    await page.getByRole('option', { name: 'Só se o atendente falou por último' }).click()
    await field('Mensagem ao encerrar por inatividade').fill('Encerramos por aqui.')
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a number that is too large is named on its tab', async () => {
    await field('Repetições do menu').fill('99999999999')
    await tab('Geral').click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(tab('Chatbot')).toHaveAttribute('aria-selected', 'true')
    await expect(dialog.getByText('Valor inválido')).toBeVisible()
    await field('Repetições do menu').fill('5')
    await expect(dialog.getByText('Valor inválido')).toHaveCount(0)
  })

  await test.step('hours, which say that they are not saved yet', async () => {
    await tab('Horários de atendimento').click()
    await expect(dialog.getByText('Nem todos os dias têm horários salvos.')).toBeVisible()
    await dialog
      .getByRole('button', { name: /Fechar o dia/ })
      .first()
      .click()
    await expect(dialog.getByText('Clique em salvar para registar as alterações')).toBeVisible()
  })

  await test.step('all of it is there when the dialog is opened again', async () => {
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await open()
    await tab('Mensagens').click()
    await expect(field('Mensagem de despedida')).toHaveValue('Até logo!')
    await expect(dialog.getByText('preços.txt')).toBeVisible()
    await tab('Chatbot').click()
    await expect(field('Repetições do menu')).toHaveValue('5')
    await expect(field('Avisar sem atividade depois de')).toHaveValue('30 min')
    await expect(field('Aviso de inatividade')).toHaveValue('Ainda está aí?')
    await expect(dialog.getByRole('combobox', { name: 'Encerrar' })).toHaveValue('Só se o atendente falou por último')
    await tab('Mensagens').click()
    await dialog.getByRole('button', { name: 'Remover arquivo preços.txt' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await open()
    await tab('Mensagens').click()
    await expect(dialog.getByRole('button', { name: 'Anexar arquivo' })).toBeVisible()
  })

  await test.step("a refused file: what was stored with it is nobody else's change", async () => {
    await field('Mensagem de despedida').fill('Até a próxima!')
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Anexar arquivo' }).click()
    await (await choosing).setFiles({ name: 'a.exe', mimeType: 'image/png', buffer: Buffer.from('MZ'.padEnd(200)) })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Este tipo de arquivo não é aceito.')).toBeVisible()
    await expect(dialog.getByText('Outra pessoa alterou')).toHaveCount(0)
  })
})

test('The token of a phone is shown, copied and renewed only after a proof by password', async ({
  page,
  context,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  await must(company.call('POST', '/whatsapp', { name: 'Loja Centro', channel: 'whatsapp' }))
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/connections`)
  await page.getByRole('button', { name: 'Editar Loja Centro' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar conexão' })
  const token = dialog.getByRole('textbox', { name: 'Token da conexão' })
  const prove = async (title: string, action: string, password: string) => {
    const proof = page.getByRole('dialog', { name: title })
    await proof.getByLabel('Sua senha', { exact: true }).fill(password)
    await proof.getByRole('button', { name: action, exact: true }).click()
    return proof
  }
  await expect(token).toHaveValue(/^••••[A-Z0-9]{4}$/)

  await dialog.getByRole('button', { name: 'Mostrar' }).click()
  const proof = await prove('Mostrar o token de Loja Centro', 'Mostrar', 'errada-123')
  await expect(proof.getByText('A senha atual não confere')).toBeVisible()
  await expect(token).toHaveValue(/^••••/)
  await page.keyboard.press('Escape')
  await expect(proof).toHaveCount(0)
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Mostrar' }).click()
  await prove('Mostrar o token de Loja Centro', 'Mostrar', company.admin.password)
  await expect(token).toHaveValue(/^[A-Z0-9]{30}$/)
  const before = await token.inputValue()
  await dialog.getByRole('button', { name: 'Copiar' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(before)
  await expectAccessibleInBothSchemes(page)

  await dialog.getByRole('button', { name: 'Renovar' }).click()
  await expect(page.getByText('O token atual deixa de valer na hora')).toBeVisible()
  await prove('Renovar o token de Loja Centro?', 'Renovar', company.admin.password)
  await expect(page.getByText('O novo token já vale.')).toBeVisible()
  await expect(token).not.toHaveValue(before)
  await expect(token).toHaveValue(/^[A-Z0-9]{30}$/)
  // Nothing of it is unsaved.
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('The menu marks a connection only after it has been down for 2 seconds', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  await company.webChat([])
  const keeper = await company.attendant('Ana Prado', [], { allowConnections: 'enabled' })
  await logIn(page, server, keeper)
  await page.goto(`${server.url}/connections`)
  await expect(page.getByRole('row', { name: /Chat / })).toBeVisible()
  await stopClock(page)

  await must(company.call('POST', '/whatsapp', { name: 'Loja Centro', channel: 'whatsapp' }))
  // What the server tells is drawn after a timer of the page.
  await expect(async () => {
    await page.clock.runFor(10)
    await expect(page.getByRole('row', { name: /Loja Centro/ })).toBeVisible({ timeout: 500 })
  }).toPass()
  const mark = page.getByRole('img', { name: '1 conexão caiu' })
  await page.clock.runFor(1_800)
  await expect(mark).toHaveCount(0)

  await page.clock.runFor(400)
  await expect(mark.first()).toBeVisible()
})
