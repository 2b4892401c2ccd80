// The package has no type definitions. These cover the parts in use.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Payload = Record<string, unknown>;

  /** An object that the provider stores: a grant, code, token or pending request. */
  export interface Model extends Payload {
    jti: string;
    kind: string;
    accountId?: string;
    clientId?: string;
    exp: number;
    save(ttl?: number): Promise<string>;
    destroy(): Promise<void>;
  }

  export interface DeviceCode extends Model {
    /** The result of the configuration's `deviceInfo` when the device requested the code. */
    deviceInfo: { readonly address: string; readonly asked_at: string };
  }

  export interface GrantModel extends Model {
    addResourceScope(resource: string, scope: string): void;
    addOIDCScope(scope: string): void;
  }

  export interface ModelClass<Instance extends Model = Model> {
    new (payload: Payload): Instance;
    prototype: Instance;
    find(id: string, options?: Payload): Promise<Instance | undefined>;
  }

  export interface Client {
    readonly clientId: string;
    readonly clientName?: string;
    readonly clientSecret?: string;
    readonly clientAuthMethod: string;
    readonly redirectUris: readonly string[];
    readonly applicationType: string;
    readonly clientIdMetadataDocument?: boolean;
    grantTypeAllowed(type: string): boolean;
  }

  export interface Context {
    readonly req: IncomingMessage;
    readonly ip: string;
    readonly method: string;
    get(header: string): string;
    body: unknown;
    status: number;
    type: string;
    set(name: string, value: string): void;
    readonly response: { get(name: string): string | undefined; remove(name: string): void };
    readonly oidc: {
      readonly route: string;
      readonly client?: Client;
      readonly params: Record<string, string | string[] | undefined>;
      readonly result?: Payload;
      readonly entities: Record<string, Model | undefined>;
      entity(name: string, model: unknown): void;
    };
  }

  export interface Adapter {
    upsert(id: string, payload: Payload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<Payload | undefined>;
    findByUserCode(code: string): Promise<Payload | undefined>;
    findByUid(uid: string): Promise<Payload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  type Handler = (context: Context, next: () => Promise<void>) => Promise<void>;

  export default class Provider {
    static readonly ctx: Context | undefined;
    proxy: boolean;
    readonly Grant: ModelClass<GrantModel>;
    readonly Interaction: ModelClass;
    readonly AccessToken: ModelClass;
    readonly RefreshToken: ModelClass;
    readonly DeviceCode: ModelClass & {
      findByUserCode(code: string, options?: Payload): Promise<DeviceCode | undefined>;
    };
    readonly Client: {
      find(id: string): Promise<Client | undefined>;
      prototype: { compareClientSecret(actual: string): boolean | Promise<boolean> };
    };
    readonly ReplayDetection: { unique(issuer: string, id: string, expires: number): Promise<boolean> };
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    use(handler: Handler): this;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    on(event: string, listener: (context: Context, failure: Error) => void): this;
    registerGrantType(name: string, handler: Handler, parameters: readonly string[], dupes?: readonly string[]): void;
  }

  class OIDCProviderError extends Error {
    readonly error: string;
    readonly error_description?: string;
    readonly error_detail?: string;
    readonly statusCode: number;
    constructor(description?: string, detail?: string);
  }
  export const errors: { readonly OIDCProviderError: typeof OIDCProviderError } & Readonly<
    Record<
      | 'InvalidGrant'
      | 'InvalidTarget'
      | 'InvalidRequest'
      | 'InvalidClient'
      | 'InvalidClientMetadata'
      | 'InvalidScope'
      | 'SessionNotFound'
      | 'UnauthorizedClient',
      new (
        description?: string,
        detail?: string,
      ) => OIDCProviderError
    >
  >;
  export namespace interactionPolicy {
    class Check {
      constructor(
        reason: string,
        description: string,
        error: string,
        check: (context: Context) => boolean | Promise<boolean>,
      );
    }
    class Prompt {
      constructor(options: { readonly name: string; readonly requestable: boolean }, ...checks: readonly Check[]);
    }
  }
}
