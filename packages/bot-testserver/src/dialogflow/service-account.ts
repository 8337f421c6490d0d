import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** The file that Google gives out for a service account. */
export interface ServiceAccountFile {
  type: 'service_account'
  project_id: string
  private_key_id: string
  private_key: string
  client_email: string
  client_id: string
  auth_uri: string
  token_uri: string
  auth_provider_x509_cert_url: string
  client_x509_cert_url: string
  universe_domain: string
}

/** A service account with a key: what the customer downloads, and what Google keeps. */
export class ServiceAccount {
  readonly file: ServiceAccountFile
  readonly publicKey: string
  /** Google accepts the key. */
  isKeyActive = true

  constructor(projectId: string) {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const email = `guiche@${projectId}.iam.gserviceaccount.com`
    this.publicKey = publicKey
    this.file = {
      type: 'service_account',
      project_id: projectId,
      private_key_id: randomBytes(20).toString('hex'),
      private_key: privateKey,
      client_email: email,
      client_id: '100000000000000000001',
      auth_uri: 'https://accounts.google.com/o/oauth2/auth',
      token_uri: 'https://oauth2.googleapis.com/token',
      auth_provider_x509_cert_url: 'https://www.googleapis.com/oauth2/v1/certs',
      client_x509_cert_url: `https://www.googleapis.com/robot/v1/metadata/x509/${encodeURIComponent(email)}`,
      universe_domain: 'googleapis.com',
    }
  }
}
