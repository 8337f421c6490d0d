import { type Page, expect } from '@playwright/test'
import { expectAccessibleInBothSchemes } from './support/accessible.ts'
import { must } from './support/call.ts'
import { type Company, createCompany } from './support/company.ts'
import { deskOn, logIn, openDesk } from './support/desk.ts'
import { files } from './support/media/files.ts'
import { test } from './support/shared-server.ts'
import { openChat } from './support/visitor.ts'

const made = (company: Company, fields: object) =>
  must<{ id: number }>(company.call('POST', '/quick-messages', { message: '', geral: true, ...fields }))

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('An attendant writes their own quick messages, with category and file', async ({ page, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const ana = await company.attendant('Ana Prado', [await company.queue('Vendas')])
  await logIn(page, server, ana)
  const dialog = page.getByRole('dialog')

  await test.step('the empty screen says what they are', async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Respostas rápidas' }).click()
    await expect(page.getByRole('heading', { name: 'Nenhuma resposta rápida ainda' })).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a category', async () => {
    await page.getByText('Categorias', { exact: true }).click()
    await page.getByRole('button', { name: 'Adicionar categoria' }).first().click()
    await dialog.getByLabel('Nome').fill('Prazos')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(row(page, 'Prazos')).toBeVisible()
    await page.getByText('Respostas', { exact: true }).click()
  })

  await test.step('shortcode and text are required, and what was typed is not lost without a question', async () => {
    await page.getByRole('button', { name: 'Adicionar resposta rápida' }).first().click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByText('Obrigatório')).toHaveCount(2)
    await expect(dialog.getByLabel('Atalho')).toBeFocused()
    await expect(dialog.getByRole('switch', { name: 'Geral' })).toHaveCount(0)
    await dialog.getByLabel('Atalho').fill('/prazo')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Continuar editando' }).click()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('with a variable, a category and a file', async () => {
    await dialog.getByLabel('Mensagem').fill('Oi, ')
    await dialog.getByRole('button', { name: 'Inserir variável' }).click()
    await page.getByRole('menuitem', { name: 'Primeiro nome do cliente' }).click()
    await expect(dialog.getByLabel('Mensagem')).toBeFocused()
    await page.keyboard.type('! O prazo é de 25 dias.')
    await dialog.getByRole('combobox', { name: 'Categoria' }).click()
    await page.getByRole('option', { name: 'Prazos' }).click()
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Anexar arquivo' }).click()
    await (await choosing).setFiles({ name: 'sofa.png', mimeType: 'image/png', buffer: await files.picture() })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    for (const text of ['/prazo', 'Oi, {{firstName}}! O prazo é de 25 dias.', 'Prazos', 'sofa.png', 'Só Ana Prado'])
      await expect(row(page, '/prazo')).toContainText(text)
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('a refused file is named, and nothing that was typed is lost', async () => {
    await page.getByRole('button', { name: 'Adicionar resposta rápida' }).click()
    await dialog.getByLabel('Atalho').fill('programa')
    await dialog.getByLabel('Mensagem').fill('Instale')
    const choosing = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Anexar arquivo' }).click()
    await (await choosing).setFiles({ name: 'a.exe', mimeType: 'image/png', buffer: Buffer.from('MZ'.padEnd(200)) })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Este tipo de arquivo não é aceito.')
    await expect(dialog.getByLabel('Mensagem')).toHaveValue('Instale')
    await dialog.getByRole('button', { name: 'Remover arquivo a.exe' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, '/programa')).toHaveCount(1)
  })

  await test.step('search and category narrow the list', async () => {
    await page.getByRole('searchbox', { name: 'Buscar respostas rápidas' }).fill('INSTALE')
    await expect(row(page, '/prazo')).toHaveCount(0)
    await expect(row(page, '/programa')).toBeVisible()
    await page.getByRole('button', { name: 'Limpar busca' }).click()
    await page.getByRole('combobox', { name: 'Categoria' }).click()
    await page.getByRole('option', { name: 'Prazos' }).click()
    await expect(row(page, '/programa')).toHaveCount(0)
    await expect(row(page, '/prazo')).toBeVisible()
  })

  await test.step('the file is taken away, and the message deleted', async () => {
    await row(page, '/prazo').getByRole('button', { name: 'Editar /prazo' }).click()
    await dialog.getByRole('button', { name: 'Remover arquivo sofa.png' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(row(page, '/prazo')).not.toContainText('sofa.png')
    await row(page, '/prazo').getByRole('button', { name: 'Mais ações de /prazo' }).click()
    await page.getByRole('menuitem', { name: 'Excluir' }).click()
    await expect(dialog).toContainText('/prazo')
    await dialog.getByRole('button', { name: 'Excluir' }).click()
    await expect(row(page, '/prazo')).toHaveCount(0)
  })
})

test('A general quick message appears for everybody, and only managers change it', async ({
  page,
  browser,
  server,
}) => {
  const company = await createCompany(server, 'Casa Aurora')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [await company.queue('Vendas')]))
  await ana.page.goto(`${server.url}/quick-messages`)
  await expect(ana.page.getByRole('heading', { name: 'Nenhuma resposta rápida ainda' })).toBeVisible()
  await logIn(page, server, company.admin)
  await page.goto(`${server.url}/quick-messages`)

  await page.getByRole('button', { name: 'Adicionar resposta rápida' }).first().click()
  await page.getByLabel('Atalho').fill('horario')
  await page.getByLabel('Mensagem').fill('Abrimos às 9 h.')
  await page.getByRole('switch', { name: 'Geral' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(row(page, '/horario')).toContainText('Geral')

  await expect(row(ana.page, '/horario')).toBeVisible()
  await expect(ana.page.getByRole('button', { name: 'Editar /horario' })).toHaveCount(0)
  await expect(ana.page.getByRole('button', { name: 'Mais ações de /horario' })).toHaveCount(0)
  await row(page, '/horario').getByRole('button', { name: 'Editar /horario' }).click()
  await page.getByRole('switch', { name: 'Geral' }).click()
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(row(ana.page, '/horario')).toHaveCount(0)
})

test('A slash offers quick messages in the composer', async ({ browser, server }) => {
  test.slow()
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const category = await made(company, { shortcode: 'Entregas', isCategory: true })
  const long = 'Oi, {{firstName}}! O prazo de fabricação é de 25 dias úteis. O seu ticket é {{ticket_id}}.'
  await made(company, { shortcode: 'prazo', message: long })
  await made(company, { shortcode: 'prazo-entrega', message: 'Entregamos em 5 dias.', categoryId: category.id })
  await made(company, { shortcode: 'ola', message: 'Olá!' })
  const rita = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await rita.write('Qual é o prazo?')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  const { page } = ana
  await ana.accept('Rita Moura')
  const field = page.getByRole('textbox', { name: 'Mensagem' })
  const list = page.getByRole('listbox', { name: 'Respostas rápidas' })
  const active = list.getByRole('option', { selected: true })

  await test.step('filters as one types, with shortcode and the first 35 letters', async () => {
    await field.pressSequentially('/')
    await expect(list.getByRole('option')).toHaveCount(3)
    await expect(list.getByRole('option').nth(1)).toContainText('/prazoOi, {{firstName}}! O prazo de fabri…')
    await field.pressSequentially('praz')
    await expect(list.getByRole('option')).toHaveCount(2)
    await expect(page.getByText('2 respostas rápidas. As setas escolhem, Enter usa, Esc fecha.')).toBeAttached()
    await expect(list.getByRole('option').nth(1)).toContainText('Entregas')
  })

  await test.step('shows how the active one will be sent, and tells screen readers which it is', async () => {
    await expect(active).toContainText('/prazo')
    const id = await active.getAttribute('id')
    await expect(field).toHaveAttribute('aria-activedescendant', id ?? '')
    await expect(active).toHaveAccessibleDescription(/^Oi, Rita! O prazo de fabricação é de 25 dias úteis\./)
    await expectAccessibleInBothSchemes(page)
    await field.press('ArrowDown')
    await expect(active).toContainText('/prazo-entrega')
    await field.press('ArrowDown')
    await expect(active).not.toContainText('/prazo-entrega')
  })

  await test.step('puts the text with its variables into the composer, and nothing is sent', async () => {
    await field.press('Enter')
    await expect(list).toHaveCount(0)
    await expect(field).toHaveValue(/^Oi, Rita! O prazo de fabricação é de 25 dias úteis\. O seu ticket é \d+\.$/)
    await expect(field).toBeFocused()
    await field.press('Enter')
    await expect(rita.message('Oi, Rita! O prazo de fabricação')).toBeVisible()
  })

  await test.step('Esc closes it and keeps what was typed; a text without a match is sent as it is', async () => {
    await field.pressSequentially('/ol')
    await expect(list).toBeVisible()
    await field.press('Escape')
    await expect(list).toHaveCount(0)
    await expect(field).toHaveValue('/ol')
    await field.fill('/nada disso')
    await expect(list).toHaveCount(0)
    await field.press('Enter')
    await expect(rita.message('/nada disso')).toBeVisible()
  })

  await test.step('by its button and a click', async () => {
    await page.getByRole('button', { name: 'Respostas rápidas (/)' }).click()
    await expect(field).toHaveValue('/')
    await expect(list.getByRole('option')).toHaveCount(3)
    await list.getByRole('option').filter({ hasText: '/ola' }).click()
    await expect(field).toHaveValue('Olá!')
    await expect(page.getByRole('button', { name: 'Respostas rápidas (/)' })).toBeDisabled()
    await field.fill('')
  })

  await test.step('by the key / outside of fields', async () => {
    await field.press('Escape')
    await page.keyboard.press('/')
    await expect(field).toBeFocused()
    await expect(list.getByRole('option')).toHaveCount(3)
    await field.fill('')
  })

  await test.step('in a private note too', async () => {
    await page.getByRole('tab', { name: 'Nota privada' }).click()
    const note = page.getByRole('textbox', { name: 'Nota privada' })
    await note.pressSequentially('/ola')
    await list.getByRole('option').filter({ hasText: '/ola' }).click()
    await expect(note).toHaveValue('Olá!')
    await note.fill('')
    await page.getByRole('tab', { name: 'Responder' }).click()
  })

  await test.step('from the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Buscar ou ir para…' }).fill('/ola')
    await page.getByRole('group', { name: 'Respostas rápidas' }).getByRole('option', { name: '/ola' }).click()
    await expect(field).toHaveValue('Olá!')
    await expect(field).toBeFocused()
  })
})

test('A quick message takes its file along', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  const rita = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await rita.write('Tem foto?')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]))
  const { page } = ana
  await page.goto(`${server.url}/quick-messages`)
  await page.getByRole('button', { name: 'Adicionar resposta rápida' }).first().click()
  const choosing = page.waitForEvent('filechooser')
  await page.getByLabel('Atalho').fill('foto')
  await page.getByLabel('Mensagem').fill('Este é o {{firstName}}')
  await page.getByRole('button', { name: 'Anexar arquivo' }).click()
  await (await choosing).setFiles({ name: 'sofa.png', mimeType: 'image/png', buffer: await files.picture() })
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(row(page, '/foto')).toContainText('sofa.png')
  await page.getByRole('navigation').getByRole('link', { name: 'Atendimentos' }).click()
  await ana.accept('Rita Moura')
  const field = page.getByRole('textbox', { name: 'Mensagem' })

  await field.pressSequentially('/foto')
  await expect(page.getByRole('option', { name: '/foto' }).getByRole('img', { name: 'com anexo' })).toBeVisible()
  await field.press('Enter')

  const tray = page.getByRole('list', { name: 'Anexos' })
  await expect(tray).toContainText('sofa.png')
  await expect(field).toHaveValue('Este é o Rita')
  await field.pressSequentially(', sob medida')
  await field.press('Enter')
  await expect(tray).toHaveCount(0)
  await expect(rita.message('Este é o Rita, sob medida').getByRole('img', { name: 'sofa.png' })).toBeVisible()
  await expect(deskOn(page).message('Este é o Rita, sob medida')).toBeVisible()
})

test('On a phone the list is chosen from by touch', async ({ browser, server }) => {
  const company = await createCompany(server, 'Casa Aurora')
  const queue = await company.queue('Vendas')
  await made(company, { shortcode: 'ola', message: 'Olá, {{firstName}}!' })
  const rita = await openChat(browser, server, await company.webChat([queue]), 'Rita Moura')
  await rita.write('Oi')
  const ana = await openDesk(browser, server, await company.attendant('Ana Prado', [queue]), {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  await ana.accept('Rita Moura')
  const field = ana.page.getByRole('textbox', { name: 'Mensagem' })

  await field.pressSequentially('/')
  await ana.page.getByRole('option', { name: '/ola' }).tap()

  await expect(field).toHaveValue('Olá, Rita!')
})
