import { readFileSync } from 'node:fs'
import { type PixGateway, asaasBaseUrls, createAsaasGateway, createEfiGateway, efiBaseUrls } from '@guiche/pix'
import type { Units } from '#platform/database/unit-of-work'
import { badRequest } from '#platform/errors'
import { type OpenSettings, readRecentBillingSettings } from './billing-settings.ts'

/** Where the providers are, if not at their documented addresses. */
export interface PixAddresses {
  readonly efi: string | undefined
  readonly asaas: string | undefined
  /** File with the authority of their certificates, as PEM. */
  readonly caFile: string | undefined
  /** Where Efí's webhooks come from, if not from its documented address. */
  readonly efiWebhooksFrom: readonly string[] | undefined
}

export interface Gateways {
  /** The gateway that new charges are made with. Throws ERR_PAYMENT_NOT_CONFIGURED (400). */
  current(): Promise<{ provider: 'efi' | 'asaas'; gateway: PixGateway }>
  /** For a charge that was made with this provider, maybe not the current one. */
  of(provider: 'efi' | 'asaas'): Promise<PixGateway>
  close(): void
}

/** A gateway keeps its access token and its connections, so it lives as long as the settings stay the same. */
export function createGateways({ units, key }: { units: Units; key: Buffer }, addresses: PixAddresses): Gateways {
  const ca = addresses.caFile && readFileSync(addresses.caFile, 'utf8')
  const kept = new Map<string, { since: number; gateway: PixGateway }>()
  return { current, of, close }

  async function current() {
    const settings = await readRecentBillingSettings(units, key)
    if (settings.provider === 'none') throw badRequest('ERR_PAYMENT_NOT_CONFIGURED')
    return { provider: settings.provider, gateway: gatewayFor(settings.provider, settings) }
  }

  async function of(provider: 'efi' | 'asaas') {
    return gatewayFor(provider, await readRecentBillingSettings(units, key))
  }

  function gatewayFor(provider: 'efi' | 'asaas', settings: OpenSettings): PixGateway {
    const since = settings.updated_at.getTime()
    const known = kept.get(provider)
    if (known?.since === since) return known.gateway
    known?.gateway.close()
    const gateway = provider === 'efi' ? efi(settings) : asaas(settings)
    kept.set(provider, { since, gateway })
    return gateway
  }

  function efi({ sandbox, secrets, ...settings }: OpenSettings): PixGateway {
    return createEfiGateway({
      clientId: settings.efi_client_id,
      clientSecret: secrets.efiClientSecret,
      certificate: Buffer.from(secrets.efiCertificate, 'base64'),
      pixKey: settings.efi_pix_key,
      webhookSecret: secrets.webhookSecret,
      baseUrl: addresses.efi ?? efiBaseUrls[sandbox ? 'sandbox' : 'production'],
      ca,
    })
  }

  function asaas({ sandbox, secrets, ...settings }: OpenSettings): PixGateway {
    return createAsaasGateway({
      accessToken: secrets.asaasToken,
      webhookToken: secrets.webhookSecret,
      email: settings.asaas_email,
      baseUrl: addresses.asaas ?? asaasBaseUrls[sandbox ? 'sandbox' : 'production'],
      ca,
    })
  }

  function close() {
    for (const { gateway } of kept.values()) gateway.close()
    kept.clear()
  }
}
