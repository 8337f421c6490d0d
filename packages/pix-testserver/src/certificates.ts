import { generateKeyPairSync, randomBytes } from 'node:crypto'
import forge from 'node-forge'

/** A private key and its certificate, both PEM. */
export interface Identity {
  key: string
  cert: string
}

const day = 86_400_000

/** An authority that exists as long as its process, so that no key has to be kept in the repository. */
export class Authority {
  readonly certificate: string
  readonly #key: forge.pki.rsa.PrivateKey
  readonly #certificate: forge.pki.Certificate

  constructor(name: string) {
    this.#key = newKey()
    const certificate = draft(name, this.#key)
    certificate.setIssuer(certificate.subject.attributes)
    certificate.setExtensions([
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ])
    certificate.sign(this.#key, forge.md.sha256.create())
    this.#certificate = certificate
    this.certificate = forge.pki.certificateToPem(certificate)
  }

  /** For a server on this machine. */
  issueServer(name: string): Identity {
    return this.#issue(name, [
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ])
  }

  /** For an account, which has to show it with each connection. */
  issueClient(name: string): Identity {
    return this.#issue(name, [{ name: 'extKeyUsage', clientAuth: true }])
  }

  #issue(name: string, extensions: object[]): Identity {
    const key = newKey()
    const certificate = draft(name, key)
    certificate.setIssuer(this.#certificate.subject.attributes)
    certificate.setExtensions([
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, keyEncipherment: true },
      ...extensions,
    ])
    certificate.sign(this.#key, forge.md.sha256.create())
    return { key: forge.pki.privateKeyToPem(key), cert: forge.pki.certificateToPem(certificate) }
  }
}

/** A .p12 file of an identity. Efí gives them out without a password. */
export function p12Of({ key, cert }: Identity, password = ''): Buffer {
  const file = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(key),
    [forge.pki.certificateFromPem(cert)],
    password,
    { algorithm: '3des' },
  )
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'binary')
}

function draft(name: string, key: forge.pki.rsa.PrivateKey): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = forge.pki.setRsaPublicKey(key.n, key.e)
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`
  certificate.validity.notBefore = new Date(Date.now() - day)
  certificate.validity.notAfter = new Date(Date.now() + 3650 * day)
  certificate.setSubject([{ name: 'commonName', value: name }])
  return certificate
}

/** Node makes keys much faster than node-forge. */
function newKey(): forge.pki.rsa.PrivateKey {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return forge.pki.privateKeyFromPem(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
}
