// A provisioning log entry of an identity provider's request, for tests that write the log directly.
import { newId } from '../../src/base/id.ts';
import type { ProvisioningRequest } from '../../src/provisioning/log/provisioning-request.ts';
import type { TestTeam } from '../directory/support.ts';

export const loggedRequest = (team: TestTeam, of: Partial<ProvisioningRequest> = {}): ProvisioningRequest => ({
  team_id: team.team_id,
  connection_id: team.connection_id,
  at: new Date().toISOString(),
  token_id: newId(),
  request_id: 'r-1',
  resource: 'User',
  warnings: [],
  resource_id: null,
  resource_name: 'ana.lopez@example.com',
  operation: 'create',
  outcome: 'ok',
  status: 201,
  scim_type: null,
  explanation: null,
  duration_ms: 4.5,
  request: null,
  ...of,
});
