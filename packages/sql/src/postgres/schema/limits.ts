/**
 * Units of limits that several processes share. The tables are unlogged: after a crash of the database they are empty, and
 * limits begin anew.
 *
 * A state is JSON: `now` and `wall`, the clock of the key, which never goes back; `tat`, the theoretical arrival time of a
 * rate; `used`, of a day or month; `slots`, of a window: requests by the end of the slot of time in which they were
 * reported; `holders`: the processes with their units; `answer`: what the last ask was answered.
 */
export const limitTables = (schema: string): string => `
  create unlogged table "${schema}".limits (
    key text collate "C" primary key,
    ask jsonb not null,
    state jsonb not null,
    touched timestamptz not null default now()
  );
  create unlogged table "${schema}".limit_holders (
    holder text collate "C" primary key,
    touched timestamptz not null default now()
  );

  -- Counts requests of a moment. A negative number takes some of a day or month back; of rates and windows nothing is
  -- taken back, because what was told may have been forgotten already.
  create function "${schema}".charge_limit(
    state jsonb, policy jsonb, requests double precision, at double precision
  ) returns jsonb
  language plpgsql immutable
  as $function$
  declare
    _kind text := policy->>'kind';
    _width double precision := (policy->>'windowMs')::double precision / 60;
    _end text;
  begin
    if _kind in ('day', 'month') then
      return state || jsonb_build_object('used', greatest(0, (state->>'used')::double precision + requests));
    elsif requests <= 0 then
      return state;
    elsif _kind = 'rate' then
      return state || jsonb_build_object('tat', greatest((state->>'tat')::double precision, at)
        + requests * (policy->>'windowMs')::double precision / (policy->>'rate')::double precision);
    end if;
    _end := ((floor(at / _width) + 1) * _width)::text;
    return jsonb_set(state, array['slots', _end],
      to_jsonb(coalesce((state->'slots'->>_end)::double precision, 0) + requests));
  end
  $function$;

  -- Answers an ask for units: returns the next state, with the answer. Units that a process holds count against the limit
  -- until it tells that they are spent, and from then on as requests of that moment. Times are in milliseconds.
  create function "${schema}".lease_units(before jsonb, ask jsonb, wall double precision) returns jsonb
  language plpgsql immutable
  as $function$
  declare
    _state jsonb := coalesce(before, jsonb_build_object(
      'now', wall, 'wall', wall, 'tat', 0, 'used', 0, 'slots', '{}'::jsonb, 'holders', '{}'::jsonb));
    _policy jsonb := ask->'policy';
    _kind text := _policy->>'kind';
    _rate double precision := (_policy->>'rate')::double precision;
    _window double precision := (_policy->>'windowMs')::double precision;
    _burst double precision := (_policy->>'burst')::double precision;
    _holder text := ask->>'holder';
    _held double precision := (ask->>'held')::double precision;
    _now double precision := (_state->>'now')::double precision + greatest(0, wall - (_state->>'wall')::double precision);
    _others double precision := 0;
    _mine jsonb;
    _granted double precision := 0;
    _needed double precision;
    _room double precision;
    _in_use double precision;
    _backlog double precision;
    _left double precision;
    _wait double precision := 0;
    _reset double precision := 0;
    _first double precision;
    _last double precision;
    _name text;
    _one jsonb;
  begin
    _state := _state || jsonb_build_object('now', _now, 'wall', wall);
    for _name, _one in select * from jsonb_each(_state->'holders') loop
      if _name = _holder then
        _mine := _one;
      elsif _now - (_one->>'at')::double precision >= 2 * (_one->>'validMs')::double precision then
        _state := "${schema}".charge_limit(_state, _policy, (_one->>'held')::double precision,
          (_one->>'at')::double precision + (_one->>'validMs')::double precision);
        _state := _state #- array['holders', _name];
      else
        _others := _others + (_one->>'held')::double precision;
      end if;
    end loop;

    if _mine is null or (ask->>'seq')::bigint > (_mine->>'seq')::bigint then
      _state := "${schema}".charge_limit(_state, _policy, (ask->>'spent')::double precision
        - (case when _mine->>'lease' = ask->>'lease' then _mine->>'spent' else ask->>'since' end)::double precision, _now);
      if _kind in ('day', 'month') then
        _state := _state || jsonb_build_object('used',
          greatest((_state->>'used')::double precision, (ask->>'floor')::double precision));
      end if;
    end if;

    if _kind in ('day', 'month') then
      _room := _rate - (_state->>'used')::double precision;
    elsif _kind = 'rate' then
      _room := floor(_rate + _burst - greatest(0, (_state->>'tat')::double precision - _now) / (_window / _rate) + 1e-6);
    else
      _state := _state || jsonb_build_object('slots', (
        select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(_state->'slots')
        where key::double precision + _window > _now));
      select _rate - coalesce(sum(value::double precision), 0), min(key::double precision), max(key::double precision)
      into _room, _first, _last from jsonb_each_text(_state->'slots');
    end if;

    if _mine is null or (ask->>'seq')::bigint > (_mine->>'seq')::bigint then
      _needed := (ask->>'needed')::double precision;
      _granted := greatest(0, least(_room - _others - _held, _needed + case
        when (ask->>'ahead')::double precision > 0
        then greatest(1, least((ask->>'ahead')::double precision, floor((_room - _others - _held - _needed) / 4)))
        else 0 end));
      _state := jsonb_set(_state, array['holders', _holder], jsonb_build_object(
        'seq', ask->'seq', 'lease', ask->'lease', 'spent', ask->'spent', 'held', _held + _granted, 'granted', _granted,
        'at', _now, 'validMs', ask->'validMs'));
      _in_use := _others + _held + _granted;
    else
      if ask->>'seq' = _mine->>'seq' then
        _granted := (_mine->>'granted')::double precision;
      end if;
      _in_use := _others + (_mine->>'held')::double precision;
    end if;

    _left := greatest(0, _room - _in_use);
    if _kind = 'rate' then
      _backlog := greatest(0, (_state->>'tat')::double precision - _now) + _in_use * _window / _rate;
      _wait := greatest(0, _backlog + _window / _rate * (1 - _rate - _burst));
      _reset := _backlog;
    elsif _kind = 'window' then
      _wait := coalesce(_first + _window - _now, _window);
      _reset := case when _in_use > 0 then _window else coalesce(_last + _window - _now, 0) end;
    end if;
    return _state || jsonb_build_object('answer', jsonb_build_object(
      'granted', _granted, 'left', _left, 'waitMs', case when _left > 0 then 0 else _wait end, 'resetMs', _reset));
  end
  $function$;`
