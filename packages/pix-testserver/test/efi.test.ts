import { describe, expect, test } from 'vitest'
import { isBrCode, someCob, someTxid, testWorld } from './world.ts'

const world = testWorld()

describe('Efí', () => {
  test('speaks to nobody without a certificate of its authority', async () => {
    const { side } = world.server.efi
    const headers = { authorization: 'Bearer x' }
    const before = side.requests.length
    await expect(world.efi('GET', '/v2/cob/x', { headers, identity: undefined })).rejects.toBeInstanceOf(Error)
    const identity = world.server.efi.foreignIdentity()
    await expect(world.efi('GET', '/v2/cob/x', { headers, identity })).rejects.toBeInstanceOf(Error)
    expect(side.requests).toHaveLength(before)
  })

  test('gives out tokens of an hour for its credentials', async () => {
    expect(await world.login()).toMatchObject({
      status: 200,
      body: { token_type: 'Bearer', expires_in: 3600, scope: expect.stringContaining('cob.write') },
    })
    expect(await world.login({ secret: 'wrong' })).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    expect(await world.login({ id: 'wrong' })).toMatchObject({ status: 401 })
    expect(await world.login({ body: { grant_type: 'password' } })).toMatchObject({ status: 400 })
  })

  test('refuses calls without a token, with a wrong one, and after an hour', async () => {
    const path = `/v2/cob/${someTxid()}`
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Basic ${await world.token()}`]) {
      expect(await world.efi('GET', path, { headers: { authorization } })).toMatchObject({
        status: 401,
        body: { error: 'invalid_token' },
      })
    }
    expect((await world.efi('GET', path)).status).toBe(404)
    await world.server.clock.turn({ minutes: 61 })
    expect((await world.efi('GET', path)).status).toBe(401)
    world.forgetToken()
  })

  test('makes a charge as it is documented, with a valid code', async () => {
    const txid = someTxid()
    const { status, body } = await world.efi('PUT', `/v2/cob/${txid}`, { body: someCob() })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      txid,
      revisao: 0,
      status: 'ATIVA',
      calendario: { criacao: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), expiracao: 3600 },
      loc: { id: expect.any(Number), tipoCob: 'cob' },
      devedor: { cpf: '12345678909', nome: 'Ana Lima' },
      valor: { original: '199.90' },
      chave: 'a1f4102e-a446-4a57-bcce-6fa48899c1d1',
      solicitacaoPagador: 'Fatura 1042',
    })
    expect(isBrCode(body['pixCopiaECola'])).toBe(true)
    expect((await world.efi('GET', `/v2/cob/${txid}`)).body).toEqual(body)
  })

  test('makes a charge with an id of its own', async () => {
    const { status, body } = await world.efi('POST', '/v2/cob', { body: someCob() })
    expect(status).toBe(201)
    expect(body['txid']).toMatch(/^[a-z0-9]{26,35}$/)
  })

  test.each([
    { valor: { original: '199,90' } },
    { valor: { original: '199.9' } },
    { valor: { original: '0.00' } },
    { valor: { original: '12345678901.00' } },
    { valor: { original: 199.9 } },
    { valor: undefined },
    { calendario: { expiracao: 0 } },
    { calendario: { expiracao: '3600' } },
    { chave: undefined },
    { chave: 'x'.repeat(78) },
    { solicitacaoPagador: 'x'.repeat(141) },
    { infoAdicionais: Array.from({ length: 51 }, () => ({ nome: 'a', valor: 'b' })) },
    { infoAdicionais: [{ nome: 'x'.repeat(51), valor: '' }] },
    { infoAdicionais: [{ nome: 'a', valor: 'x'.repeat(201) }] },
    { devedor: { cpf: '123', nome: 'Ana' } },
    { devedor: { cnpj: '12.ABC.345/01DE-35', nome: 'Loja' } },
    { devedor: { cpf: '12345678909', cnpj: '12ABC34501DE35', nome: 'Ana' } },
    { devedor: { cpf: '12345678909' } },
    { devedor: { cpf: '12345678909', nome: 'x'.repeat(201) } },
  ])('refuses a charge with %j', async (change) => {
    const { status, body } = await world.efi('PUT', `/v2/cob/${someTxid()}`, { body: someCob(change) })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      type: 'https://pix.bcb.gov.br/api/v2/error/CobOperacaoInvalida',
      status: 400,
      violacoes: [{ razao: expect.any(String), propriedade: expect.any(String) }],
    })
  })

  test('takes a CNPJ with letters, and a charge for nobody', async () => {
    const cnpj = { devedor: { cnpj: '12ABC34501DE35', nome: 'Loja' } }
    expect((await world.efi('PUT', `/v2/cob/${someTxid()}`, { body: someCob(cnpj) })).status).toBe(201)
    expect((await world.efi('PUT', `/v2/cob/${someTxid()}`, { body: someCob({ devedor: undefined }) })).status).toBe(
      201,
    )
  })

  test.each(['short', 'x'.repeat(36), `${'x'.repeat(30)}-`])('refuses the txid %s', async (txid) => {
    expect((await world.efi('PUT', `/v2/cob/${txid}`, { body: someCob() })).status).toBe(400)
  })

  test('refuses a body that is no JSON, and a key of somebody else', async () => {
    expect((await world.efi('PUT', `/v2/cob/${someTxid()}`, { raw: '{"valor":' })).status).toBe(400)
    const other = someCob({ chave: 'other@example.com' })
    expect((await world.efi('PUT', `/v2/cob/${someTxid()}`, { body: other })).status).toBe(403)
  })

  test('refuses a txid that was used already, whatever the amount', async () => {
    const { id } = await world.charge('efi')
    for (const original of ['199.90', '1.00']) {
      expect(await world.efi('PUT', `/v2/cob/${id}`, { body: someCob({ valor: { original } }) })).toMatchObject({
        status: 409,
        body: { nome: 'txid_duplicado' },
      })
    }
  })

  test('refuses what its token does not allow', async () => {
    const { tokens } = world.server.efi
    const all = tokens.scopes
    tokens.scopes = ['cob.read']
    world.forgetToken()
    expect(await world.efi('PUT', `/v2/cob/${someTxid()}`, { body: someCob() })).toMatchObject({
      status: 403,
      body: { nome: 'insufficient_scope' },
    })
    tokens.scopes = all
    world.forgetToken()
  })

  test('shows what was paid and given back, in the charge and by itself', async () => {
    const { id } = await world.charge('efi')
    const payment = world.server.bank.pay(id)
    const item = { endToEndId: payment.id, txid: id, valor: '199.90', horario: payment.paidAt.toISOString() }
    expect(payment.id).toMatch(/^E\d{8}\d{12}[a-z0-9]{11}$/)
    expect((await world.efi('GET', `/v2/cob/${id}`)).body).toMatchObject({ status: 'CONCLUIDA', pix: [item] })
    expect((await world.efi('GET', `/v2/pix/${payment.id}`)).body).toMatchObject(item)

    const path = `/v2/pix/${payment.id}/devolucao/abc1`
    const refund = await world.efi('PUT', path, { body: { valor: '7.89' } })
    expect(refund).toMatchObject({ status: 201, body: { id: 'abc1', valor: '7.89', status: 'EM_PROCESSAMENTO' } })
    expect((await world.efi('GET', path)).body).toMatchObject({ status: 'DEVOLVIDO' })
    expect((await world.efi('GET', `/v2/cob/${id}`)).body).toMatchObject({
      pix: [{ devolucoes: [{ id: 'abc1', valor: '7.89', status: 'DEVOLVIDO' }] }],
    })
  })

  test('refuses a refund of too much, of nothing, twice under one id, or of nobody', async () => {
    const { id } = await world.charge('efi')
    const { id: e2eId } = world.server.bank.pay(id)
    const refund = (name: string, valor: string, of = e2eId) =>
      world.efi('PUT', `/v2/pix/${of}/devolucao/${name}`, { body: { valor } })
    expect((await refund('a', '199.91')).status).toBe(400)
    expect((await refund('a', '0.00')).status).toBe(400)
    expect((await refund('a', '1,00')).status).toBe(400)
    expect((await refund('a-b', '1.00')).status).toBe(400)
    expect((await refund('a', '1.00', 'E1')).status).toBe(404)
    expect((await refund('a', '100.00')).status).toBe(201)
    expect((await refund('a', '100.00')).status).toBe(400)
    expect((await refund('b', '99.91')).status).toBe(400)
    expect((await world.efi('GET', `/v2/pix/${e2eId}/devolucao/b`)).status).toBe(404)
  })

  test('changes and removes a charge that is open, and no other', async () => {
    const { id } = await world.charge('efi')
    const patch = (body: object) => world.efi('PATCH', `/v2/cob/${id}`, { body })
    expect((await patch({ valor: { original: '5.00' } })).body).toMatchObject({
      revisao: 1,
      valor: { original: '5.00' },
    })
    expect((await patch({ status: 'CONCLUIDA' })).status).toBe(400)
    const removed = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' }
    expect((await patch(removed)).body).toMatchObject(removed)
    expect((await patch(removed)).status).toBe(400)
    expect(() => world.server.bank.pay(id)).toThrow('removed')
  })

  test('lists charges and payments of a time', async () => {
    const { clock, bank } = world.server
    await clock.turn({ days: 1 })
    world.forgetToken()
    const inicio = clock.now().toISOString()
    const [one, other] = [await world.charge('efi'), await world.charge('efi')]
    bank.pay(one.id)
    await clock.turn({ seconds: 1 })
    const span = `inicio=${inicio}&fim=${clock.now().toISOString()}`
    const list = async (query: string) => {
      const { body } = await world.efi('GET', `/v2/cob?${span}${query}`)
      return body['cobs']
    }
    expect(await list('')).toMatchObject([{ txid: one.id }, { txid: other.id }])
    expect(await list('&status=ATIVA')).toMatchObject([{ txid: other.id }])
    expect(await list('&paginacao.paginaAtual=1&paginacao.itensPorPagina=1')).toMatchObject([{ txid: other.id }])
    expect((await world.efi('GET', `/v2/pix?${span}`)).body['pix']).toMatchObject([{ txid: one.id }])
    expect((await world.efi('GET', '/v2/cob?inicio=yesterday')).status).toBe(400)
  })

  test('keeps an expired charge active, and the bank does not pay it', async () => {
    const { id } = await world.charge('efi')
    await world.server.clock.turn({ minutes: 61 })
    world.forgetToken()
    expect((await world.efi('GET', `/v2/cob/${id}`)).body).toMatchObject({ status: 'ATIVA' })
    expect(() => world.server.bank.pay(id)).toThrow('expired')
    world.server.bank.payLate(id)
    expect((await world.efi('GET', `/v2/cob/${id}`)).body).toMatchObject({ status: 'CONCLUIDA' })
  })

  test('gives the code of a charge by its location', async () => {
    const { copyText, id } = await world.charge('efi')
    const { loc } = (await world.efi('GET', `/v2/cob/${id}`)).body as { loc: { id: number } }
    expect((await world.efi('GET', `/v2/loc/${loc.id}/qrcode`)).body).toMatchObject({
      qrcode: copyText,
      imagemQrcode: expect.stringMatching(/^data:image\/png;base64,/),
    })
    expect((await world.efi('GET', '/v2/loc/999999/qrcode')).status).toBe(404)
  })

  test('reports a call that it does not know', async () => {
    expect((await world.efi('GET', '/v2/rec')).status).toBe(404)
    world.expectedProblems = ['unknown: Efí: GET /v2/rec']
  })
})
