import { randomBytes } from 'node:crypto'
import { makeBrCode } from '@guiche/pix'
import type { BookCharge } from '../book/book.ts'
import type { Answer, Call } from '../https/answer.ts'
import type { World } from '../world.ts'
import { obeying, refusal } from './refusals.ts'
import { CobChange, NewCob, Span, Txid } from './rules.ts'
import { type CobDetails, cobView, statusOf } from './views.ts'

interface CobsOptions {
  world: World
  pixKey: string
  /** Where the addresses in the BR Codes point to. */
  host: () => string
  /** Called before a new charge is answered. */
  created: (charge: BookCharge) => Promise<void>
}

const blankPicture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** The immediate charges of an account. */
export class Cobs {
  readonly #options: CobsOptions
  readonly #details = new Map<BookCharge, CobDetails>()

  constructor(options: CobsOptions) {
    this.#options = options
  }

  async create(call: Call, txid: string = randomBytes(16).toString('hex')): Promise<Answer> {
    const { world, pixKey, host, created } = this.#options
    obeying(Txid, txid, 'CobOperacaoInvalida')
    const body = obeying(NewCob, call.body, 'CobOperacaoInvalida')
    if (body.chave !== pixKey) throw refusal(403, 'chave_nao_permitida', 'A chave informada não pertence a esta conta')
    if (this.#of(txid)) throw refusal(409, 'txid_duplicado', 'Campo txid informado já foi utilizado em outra cobrança')
    const createdAt = world.clock.now()
    const { expiracao } = body.calendario
    const location = `${host()}/qr/v2/${randomBytes(16).toString('hex')}`
    const charge = world.book.add({
      provider: 'efi',
      id: txid,
      txid,
      location,
      copyText: makeBrCode({
        key: undefined,
        url: location,
        amountCents: undefined,
        receiver: 'GUICHE TESTES LTDA',
        city: 'SAO PAULO',
        txid: undefined,
      }),
      amountCents: body.valor.original,
      description: body.solicitacaoPagador ?? '',
      createdAt,
      expiresAt: new Date(createdAt.getTime() + expiracao * 1000),
      isRemoved: false,
      payments: [],
    })
    const details = { locId: this.#details.size + 1, revision: 0, expiracao, devedor: body.devedor, chave: body.chave }
    this.#details.set(charge, details)
    const view = cobView(charge, details)
    await created(charge)
    return { status: 201, body: view }
  }

  show(_call: Call, txid: string): Answer {
    const { charge, details } = this.#get(txid)
    return { status: 200, body: cobView(charge, details) }
  }

  list({ query }: Call): Answer {
    const { inicio, fim } = obeying(Span, Object.fromEntries(query), 'CobConsultaInvalida')
    const status = query.get('status')
    const page = Number(query.get('paginacao.paginaAtual') ?? 0)
    const size = Number(query.get('paginacao.itensPorPagina') ?? 100)
    const found = [...this.#details].filter(
      ([charge]) =>
        charge.createdAt >= new Date(inicio) &&
        charge.createdAt <= new Date(fim) &&
        (status === null || statusOf(charge) === status),
    )
    const paginacao = {
      paginaAtual: page,
      itensPorPagina: size,
      quantidadeDePaginas: Math.ceil(found.length / size),
      quantidadeTotalDeItens: found.length,
    }
    const cobs = found.slice(page * size, (page + 1) * size).map(([charge, details]) => cobView(charge, details))
    return { status: 200, body: { parametros: { inicio, fim, paginacao }, cobs } }
  }

  change(call: Call, txid: string): Answer {
    const { charge, details } = this.#get(txid)
    const { calendario, devedor, valor, solicitacaoPagador, status } = obeying(
      CobChange,
      call.body,
      'CobOperacaoInvalida',
    )
    if (statusOf(charge) !== 'ATIVA') throw refusal(400, 'cobranca_invalida', 'A cobrança não está com o status ATIVA')
    if (calendario) {
      details.expiracao = calendario.expiracao
      charge.expiresAt = new Date(charge.createdAt.getTime() + calendario.expiracao * 1000)
    }
    if (devedor) details.devedor = devedor
    if (valor) charge.amountCents = valor.original
    if (solicitacaoPagador !== undefined) charge.description = solicitacaoPagador
    if (status) charge.isRemoved = true
    details.revision++
    return { status: 200, body: cobView(charge, details) }
  }

  code(_call: Call, locId: string): Answer {
    const found = [...this.#details].find(([, details]) => String(details.locId) === locId)
    if (!found) throw refusal(404, 'location_nao_encontrado', 'Nenhuma location encontrada para o id informado')
    const [{ copyText, location }] = found
    return {
      status: 200,
      body: { qrcode: copyText, imagemQrcode: blankPicture, linkVisualizacao: `https://${location}` },
    }
  }

  #of(txid: string): BookCharge | undefined {
    return [...this.#details.keys()].find((charge) => charge.txid === txid)
  }

  #get(txid: string): { charge: BookCharge; details: CobDetails } {
    const charge = this.#of(txid)
    const details = charge && this.#details.get(charge)
    if (!charge || !details)
      throw refusal(404, 'cobranca_nao_encontrada', 'Nenhuma cobrança encontrada para o txid informado')
    return { charge, details }
  }
}
