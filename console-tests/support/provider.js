// A provider of OpenID Connect that asks nobody: who goes there comes back signed in, or refused.

import {createHash, createSign, generateKeyPairSync, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {createServer} from 'node:http';

export const CLIENT = 'fraud-console';
export const SECRET = 'secret-of-the-client-0123';

const {privateKey, publicKey} = generateKeyPairSync('rsa', {modulusLength: 2048});
const part = json => Buffer.from(JSON.stringify(json)).toString('base64url');

function signed(claims) {
  const content = `${part({alg: 'RS256', kid: 'key-1'})}.${part(claims)}`;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`;
}

export class Provider {
  /** Claims of whoever comes next. */
  person = {};
  #server;
  #granted = new Map();

  static async start() {
    const provider = new Provider();
    await provider.listen(0);
    return provider;
  }

  async listen(port) {
    this.#server = createServer((request, response) => this.#answer(request, response));
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = this.#server.address().port;
  }

  get issuer() {
    return `http://127.0.0.1:${this.port}`;
  }

  async close() {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request, response) {
    const url = new URL(request.url, this.issuer);
    const json = body => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(body));
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        json({
          issuer: this.issuer, authorization_endpoint: `${this.issuer}/authorize`, token_endpoint: `${this.issuer}/token`,
          jwks_uri: `${this.issuer}/keys`, response_types_supported: ['code'], response_modes_supported: ['query', 'fragment'],
          subject_types_supported: ['public'], id_token_signing_alg_values_supported: ['RS256'],
        });
        break;
      case '/keys':
        json({keys: [{...publicKey.export({format: 'jwk'}), kid: 'key-1', use: 'sig'}]});
        break;
      case '/authorize': {
        const code = randomUUID();
        this.#granted.set(code, {asked: url.searchParams, claims: this.person});
        const back = new URLSearchParams({code, state: url.searchParams.get('state')});
        response.writeHead(302, {Location: `${url.searchParams.get('redirect_uri')}#${back}`}).end();
        break;
      }
      case '/token': {
        const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
        const {asked, claims} = this.#granted.get(form.get('code'));
        this.#granted.delete(form.get('code'));
        if (createHash('sha256').update(form.get('code_verifier')).digest('base64url') !== asked.get('code_challenge')) {
          throw new Error('the verifier does not fit');
        }
        const now = Math.floor(Date.now() / 1000);
        json({
          access_token: randomUUID(), token_type: 'Bearer',
          id_token: signed({iss: this.issuer, aud: CLIENT, sub: 'subject', iat: now, exp: now + 300, nonce: asked.get('nonce'), ...claims}),
        });
        break;
      }
      default:
        response.writeHead(404).end();
    }
  }
}
