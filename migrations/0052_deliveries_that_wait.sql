-- What waits for a receiver, in its order: found without walking past everything that was delivered before.
create index webhook_deliveries_pending on webhook_deliveries (team_id, endpoint_id, seq) where state = 'pending';
